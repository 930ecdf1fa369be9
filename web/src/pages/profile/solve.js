// Asks the daemon for an answer, the motion that comes of it, and the distances that it can reach.
import { Problem, post } from '../../api.js';
import { useLatest } from '../../hooks.js';
import { requestOf } from './inputs.js';
import { loadReach } from './load.js';
import { useRested } from './state.js';

/** @typedef {import('./inputs.js').Inputs} Inputs */
/** @typedef {import('./types.js').Solved} Solved */
/** @typedef {import('./types.js').Sample} Sample */
/** @typedef {{name: string, revision: number, pinned: boolean, draft: import('./types.js').Document | null, aim: import('./inputs.js').Aim, inputs: Inputs, smooth: boolean}} Question
 *  draft: asked in place of what is stored; smooth: the motion is played */

/** A draft that answers nothing as it is. What is wrong with it is told where it is edited. */
export class Unsound extends Error {}

/** Enough to draw a path, and enough to play it. */
const PATH_SAMPLES = 64;
const PLAY_SAMPLES = 3000;
const PLAY_RATE = 60;
const REST_MS = 60;

/** @param {Pick<Question, 'name' | 'revision' | 'pinned'>} question */
export const referenceOf = ({ name, revision, pinned }) => (pinned ? `${name}@${revision}` : name);

/** The profile as requests have it: its name, or the draft itself. @param {Question} question */
export const askedProfile = (question) => question.draft ?? referenceOf(question);

/** Whether the daemon would save it. @param {import('./types.js').Document} profile */
const isSound = (profile) =>
  post('/v1/validate', { body: { profile } }).then(
    ({ data }) => data.findings.every((/** @type {import('../../types.js').Finding} */ one) => one.severity !== 'error'),
    (error) => {
      if (error instanceof Problem && error.errors.length > 0) return false;
      throw error;
    },
  );

/** A reach table changes with the profile and the radii only, and whether a draft is sound with the draft; the last ones are kept. */
export function makeSolver() {
  /** @type {{key: string, table: import('./types.js').ReachTable | null}} */
  let kept = { key: '', table: null };
  let checked = { draft: '', sound: true };
  let duration = 1;

  /** @param {Question} question */
  const reach = async (question) => {
    const { name, revision, pinned, draft, aim, inputs } = question;
    if (aim !== 'target') return null;
    const sizes = { actor_radius: inputs.actor.radius, target_radius: inputs.target.radius, scale: inputs.actor.scale };
    const key = JSON.stringify([draft ?? [name, revision], sizes]);
    if (kept.key !== key) {
      const table = draft ? await post('/v1/reach', { body: { profile: draft, ...sizes } }).then(({ data }) => data, () => null) : await loadReach(name, { ...sizes, revision: pinned ? revision : undefined });
      kept = { key, table };
    }
    return kept.table;
  };

  /** @param {Question} question @returns {Promise<Solved>} */
  return async (question) => {
    if (question.draft) {
      const draft = JSON.stringify(question.draft);
      if (checked.draft !== draft) checked = { draft, sound: await isSound(question.draft) };
      if (!checked.sound) throw new Unsound();
    }
    const body = requestOf(askedProfile(question), question.inputs, question.aim);
    const rate = Math.min(PLAY_RATE, (question.smooth ? PLAY_SAMPLES : PATH_SAMPLES) / Math.max(duration, 1e-3));
    const partner = question.aim === 'partner';
    const resolve = post('/v1/resolve', { body });
    const path = () => post('/v1/trajectory', { body: { ...body, rate, authored: true, ...(partner && { partner_samples: true }) } });
    // A box may be refused, and has no path then; otherwise neither waits for the other.
    const boxed = question.aim === 'obstacle';
    const [answer, trajectory, table] = await Promise.all([
      resolve,
      boxed ? resolve.then(({ data }) => (data.verdict === 'refused' ? null : path())) : path(),
      reach(question),
    ]);
    if (trajectory) duration = trajectory.data.duration;
    return { answer: answer.data, trajectory: trajectory?.data ?? null, table, inputs: question.inputs, draft: question.draft };
  };
}

/** @param {{question: Question, elapsed: number, key: string}} input @returns {Promise<{key: string, sample: Sample}>} */
async function loadMoment({ question, elapsed, key }) {
  const body = requestOf(askedProfile(question), question.inputs, question.aim);
  const { data } = await post('/v1/trajectory', {
    body: { ...body, times: [elapsed], authored: true, ...(question.aim === 'partner' && { partner_samples: true }) },
  });
  return { key, sample: data.samples[0] };
}

/** The motion at a moment: while something moves the sample of the path that is nearest, then the moment itself.
 * @param {Question} question @param {Solved | null} solved @param {number} elapsed @returns {Sample | null} */
export function useMoment(question, solved, elapsed) {
  const samples = solved?.trajectory?.samples;
  const key = JSON.stringify([question, elapsed]);
  const rested = useRested(key, REST_MS);
  // Only of a question that has been answered: another one may have no answer.
  const answered = solved?.inputs === question.inputs && solved.draft === question.draft;
  const ask = rested !== null && samples && answered && !question.smooth;
  const { output } = useLatest(loadMoment, ask ? { question, elapsed, key } : null, ask ? key : '');
  if (!samples) return null;
  if (output?.key === key) return output.sample;
  return samples.reduce((best, one) => (Math.abs(one.elapsed - elapsed) < Math.abs(best.elapsed - elapsed) ? one : best));
}
