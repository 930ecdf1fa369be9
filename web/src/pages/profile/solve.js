// Asks the daemon for an answer, the motion that comes of it, and the distances that it can reach.
import { post } from '../../api.js';
import { useLatest } from '../../hooks.js';
import { requestOf } from './inputs.js';
import { loadReach } from './load.js';
import { useRested } from './state.js';

/** @typedef {import('./inputs.js').Inputs} Inputs */
/** @typedef {import('./types.js').Solved} Solved */
/** @typedef {import('./types.js').Sample} Sample */
/** @typedef {{name: string, revision: number, pinned: boolean, aim: import('./inputs.js').Aim, inputs: Inputs, smooth: boolean}} Question
 *  smooth: the motion is played */

/** Enough to draw a path, and enough to play it. */
const PATH_SAMPLES = 64;
const PLAY_SAMPLES = 3000;
const PLAY_RATE = 60;
const REST_MS = 60;

/** @param {Pick<Question, 'name' | 'revision' | 'pinned'>} question */
export const referenceOf = ({ name, revision, pinned }) => (pinned ? `${name}@${revision}` : name);

/** A reach table changes with the radii only; the last one is kept. */
export function makeSolver() {
  /** @type {{key: string, table: import('./types.js').ReachTable | null}} */
  let kept = { key: '', table: null };
  let duration = 1;

  /** @param {Question} question */
  const reach = async ({ name, revision, pinned, aim, inputs }) => {
    if (aim !== 'target') return null;
    const query = { actor_radius: inputs.actor.radius, target_radius: inputs.target.radius, scale: inputs.actor.scale, revision: pinned ? revision : undefined };
    const key = JSON.stringify([name, revision, query]);
    if (kept.key !== key) kept = { key, table: await loadReach(name, query) };
    return kept.table;
  };

  /** @param {Question} question @returns {Promise<Solved>} */
  return async (question) => {
    const body = requestOf(referenceOf(question), question.inputs, question.aim);
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
    return { answer: answer.data, trajectory: trajectory?.data ?? null, table, inputs: question.inputs };
  };
}

/** @param {{question: Question, elapsed: number, key: string}} input @returns {Promise<{key: string, sample: Sample}>} */
async function loadMoment({ question, elapsed, key }) {
  const body = requestOf(referenceOf(question), question.inputs, question.aim);
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
  const ask = rested !== null && samples && !question.smooth;
  const { output } = useLatest(loadMoment, ask ? { question, elapsed, key } : null, ask ? key : '');
  if (!samples) return null;
  if (output?.key === key) return output.sample;
  return samples.reduce((best, one) => (Math.abs(one.elapsed - elapsed) < Math.abs(best.elapsed - elapsed) ? one : best));
}
