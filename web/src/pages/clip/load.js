// What the page of a clip asks the API for.
import { documentUrl, get, pages } from '../../api.js';

/** @typedef {import('../../types.js').Clip} Clip */
/** @typedef {import('../../types.js').Curve} Curve */
/** @typedef {import('../../types.js').Window} Window */
/** @typedef {{clip: Clip, curve: Curve | null, revisions: import('../../types.js').Revision[],
 *   profiles: import('../../types.js').ProfileEntry[], windows: Window[]}} ClipData */

/** More than the pixels of a wide screen; longer clips are sampled anew. */
const MOST_SAMPLES = 4000;

/** Windows in seconds. @param {Clip} clip @returns {Window[]} */
function windowsOf(clip) {
  const duration = clip.derived?.duration ?? 0;
  const factor = clip.times === 'normalised' ? duration : 1;
  return (clip.windows ?? []).map((one) => ({ name: one.name, start: one.start * factor, end: one.end * factor }));
}

/** @param {string} name @param {string | undefined} revision @param {AbortSignal} signal @returns {Promise<ClipData>} */
export async function loadClip(name, revision, signal) {
  const url = documentUrl('clips', name);
  /** @type {import('../../types.js').Revision[]} */
  let revisions = [];
  /** @type {import('../../types.js').ProfileEntry[]} */
  let profiles = [];
  const [clip] = await Promise.all([
    get(documentUrl('clips', name, revision), { signal }).then(({ data }) => /** @type {Clip} */ (data)),
    pages(`${url}/revisions`, { signal, query: { limit: 500 } }, (items) => {
      revisions = revisions.concat(/** @type {any[]} */ (items));
    }),
    get('/v1/profiles', { signal, query: { clip: name, limit: 100 } }).then(({ data }) => (profiles = data.items)),
  ]);
  if (!clip.derived) return { clip, curve: null, revisions, profiles, windows: [] };
  const { sample_count: count, duration } = clip.derived;
  const rate = count > MOST_SAMPLES && duration > 0 ? MOST_SAMPLES / duration : undefined;
  const { data } = await get(`${url}/curve`, { signal, query: { revision: clip.revision, rate } });
  return { clip, curve: data, revisions, profiles, windows: windowsOf(clip) };
}

/** @typedef {{now: import('../../types.js').Motion, accumulated: import('../../types.js').Motion,
 *   total: import('../../types.js').Motion}} AtCursor */

/** Where the root is at a time, and how much of a window's motion has accumulated until then.
 * @param {{name: string, revision: number, time: number, start: number, end: number}} asked @returns {Promise<AtCursor>} */
export async function loadAtCursor({ name, revision, time, start, end }) {
  const motion = async (/** @type {number} */ from, /** @type {number} */ to) =>
    (await get(`${documentUrl('clips', name)}/motion`, { query: { from, to, revision } })).data;
  const until = Math.min(Math.max(time, start), end);
  const [now, accumulated, total] = await Promise.all([motion(0, time), motion(start, until), motion(start, end)]);
  return { now, accumulated, total };
}
