// What the page loads: the profile at a revision, the clip that it is held against, its history, and where to begin.
import { documentUrl, get, pages } from '../../api.js';
import { frameOf } from '../../space.js';
import { aimOf, firstInputs } from './inputs.js';

/** @typedef {import('../../types.js').Clip} Clip */
/** @typedef {import('../../types.js').Finding} Finding */
/** @typedef {import('../../types.js').Revision} Revision */
/** @typedef {import('./types.js').Document} Document */
/** @typedef {import('./types.js').ReachTable} ReachTable */

/** @typedef {object} ProfileData
 * @property {string} name
 * @property {number} revision
 * @property {boolean} pinned an older revision was asked for
 * @property {string} head entity tag of what the name stands for; empty when it was deleted
 * @property {Document} document as its author wrote it
 * @property {Record<string, any>} derived
 * @property {Finding[] | null} findings of the newest revision only
 * @property {Revision[]} revisions
 * @property {Clip | null} clip
 * @property {import('./inputs.js').Inputs} first */

/** What the server adds to a document. */
const ADDED = ['name', 'revision', 'content_hash', 'created_at', 'clip_revision', 'derived', 'findings'];

/** @param {Record<string, any>} stored @returns {Document} */
export const authoredPart = (stored) => Object.fromEntries(Object.entries(stored).filter(([key]) => !ADDED.includes(key)));

/** @param {string} name @param {AbortSignal} [signal] @returns {Promise<Revision[]>} */
export async function loadRevisions(name, signal) {
  /** @type {Revision[]} */
  let revisions = [];
  await pages(`${documentUrl('profiles', name)}/revisions`, { signal, query: { limit: 500 } }, (items) => {
    revisions = revisions.concat(/** @type {any} */ (items));
  });
  return revisions;
}

/** @param {string} name @param {{actor_radius: number, target_radius: number, scale: number, revision?: number}} query @param {AbortSignal} [signal]
 * @returns {Promise<ReachTable | null>} null where there is none */
export const loadReach = (name, query, signal) =>
  get(`${documentUrl('profiles', name)}/reach`, { signal, query }).then(
    ({ data }) => data,
    () => null,
  );

/** Where the clip takes the root by the end of each phase, from the origin: targets that need no warp.
 * @param {Document} document @param {Clip} clip @param {AbortSignal} signal @returns {Promise<import('./inputs.js').Place[]>} */
async function authoredEnds(document, clip, signal) {
  const factor = document.times === 'normalised' ? clip.derived?.duration ?? 1 : 1;
  return Promise.all(
    document.phases.map((/** @type {{end: number}} */ phase) =>
      get(`${documentUrl('clips', clip.name)}/motion`, { signal, query: { from: 0, to: phase.end * factor, revision: clip.revision } }).then(
        ({ data }) => ({ position: data.position, yaw: data.yaw }),
        () => ({ position: [0, 0, 0], yaw: 0 }),
      ),
    ),
  );
}

/** @param {string} name @param {string | undefined} revision @param {AbortSignal} signal @returns {Promise<ProfileData>} */
export async function loadProfile(name, revision, signal) {
  const [{ data: stored }, findings, revisions] = await Promise.all([
    get(documentUrl('profiles', name, revision), { signal }),
    revision ? null : get(`${documentUrl('profiles', name)}/findings`, { signal }).catch(() => null),
    loadRevisions(name, signal),
  ]);
  const document = authoredPart(stored);
  // The clip of an old revision is the one that it was saved against.
  const clipAt = revision ? stored.clip_revision : null;
  const clip = await get(documentUrl('clips', document.clip, clipAt), { signal }).then(({ data }) => /** @type {Clip} */ (data), () => null);
  const frame = frameOf(clip?.space);
  const radius = 0.4 / frame.metresPerUnit;
  const table = document.kind === 'reach' ? await loadReach(name, { actor_radius: radius, target_radius: radius, scale: 1, revision: revision ? stored.revision : undefined }, signal) : null;
  const ends = clip && aimOf(document) === 'targets' ? await authoredEnds(document, clip, signal) : [];
  return {
    name,
    revision: stored.revision,
    pinned: Boolean(revision),
    head: revisions.find((one) => one.head)?.content_hash ?? '',
    document,
    derived: stored.derived ?? {},
    findings: findings?.data.findings ?? null,
    revisions,
    clip,
    first: firstInputs(frame, table, ends),
  };
}
