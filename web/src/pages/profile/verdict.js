// The verdict, why it is so, and which change would make it another one. The numbers are the answer's.
import { html } from '../../html.js';
import { show, showLength } from '../../units.js';

/** @typedef {import('./types.js').Answer} Answer */
/** @typedef {{text: string, action: string, apply: () => void}} Fix */

/** @type {Record<string, string>} */
const SHAPES = {
  in_band: '✓', clamped: '⇥', compressed: '⇤', overlapping: '◎', rejected: '✕', refused: '✕', no_travel: '∅', window_passed: '⏱', resolved: '✓',
};

/** Up to two digits, and never below the number. @param {number} value */
const upwards = (value) => Math.ceil(value * 100 - 1e-6) / 100;
/** @param {number} value */
const downwards = (value) => Math.floor(value * 100 + 1e-6) / 100;

/** @typedef {object} VerdictProps
 * @property {Answer} answer
 * @property {import('./types.js').ReachTable | null} table
 * @property {import('./types.js').Document} document that was asked
 * @property {number} factor
 * @property {import('../../units.js').Unit} unit
 * @property {(pointer: string, value: unknown) => void} edit
 * @property {(distance: number) => void} moveTo */

/** @param {VerdictProps & {answer: import('./types.js').ReachAnswer}} props @returns {{why: any, fixes: Fix[]}} */
function explainReach({ answer, table, document, factor, unit, edit, moveTo }) {
  const length = (/** @type {number} */ value) => html`<b>${showLength(value * factor, unit)} ${unit}</b>`;
  const plain = (/** @type {number} */ value) => `${showLength(value * factor, unit)} ${unit}`;
  const scale = (/** @type {number | null} */ value) => html`<b>${value === null ? '–' : `${show(value, 4)}×`}</b>`;
  const band = document.scale_band ?? { min: NaN, max: NaN };
  switch (answer.verdict) {
    case 'clamped':
      return {
        why: html`It falls short by ${length(answer.shortfall)}. Closing the gap of ${length(answer.gap_to_close)} takes ${scale(answer.required_scale)} the authored ${length(answer.natural_travel)};
          the band stops at ${scale(band.max)}, which is ${length(answer.travel)}.`,
        fixes: [
          ...(answer.required_scale === null ? [] : [{ text: `Raise the band's max to ${show(upwards(answer.required_scale), 4)}.`, action: 'Put into the draft', apply: () => edit('/scale_band/max', upwards(answer.required_scale ?? 1)) }]),
          ...(table ? [{ text: `Or start it within ${plain(table.in_band_to)}.`, action: 'Move the target there', apply: () => moveTo(table.in_band_to) }] : []),
        ],
      };
    case 'compressed':
      return {
        why: html`The gap of ${length(answer.gap_to_close)} takes only ${scale(answer.required_scale)} the authored ${length(answer.natural_travel)}, below the band's ${scale(band.min)}: it lands
          where it should, squeezed more than its author allows for.`,
        fixes: [
          ...(answer.required_scale ? [{ text: `Lower the band's min to ${show(downwards(answer.required_scale), 4)}.`, action: 'Put into the draft', apply: () => edit('/scale_band/min', downwards(answer.required_scale ?? 1)) }] : []),
          ...(table ? [{ text: `Or use it from ${plain(table.in_band_from)} on.`, action: 'Move the target there', apply: () => moveTo(table.in_band_from) }] : []),
        ],
      };
    case 'in_band':
      return { why: html`It closes the gap of ${length(answer.gap_to_close)} at ${scale(answer.required_scale)} the authored ${length(answer.natural_travel)}; the band allows ${scale(band.min)} to ${scale(band.max)}.`,
        fixes: table ? [{ text: `It is in band from ${plain(table.in_band_from)} to ${plain(table.in_band_to)}.`, action: '', apply: () => {} }] : [] };
    case 'overlapping':
      return { why: html`The target's centre is ${length(answer.distance_to_target)} away, within the stop distance of ${length(answer.stop_distance)}: there is no way to go, only to turn.`, fixes: [] };
    case 'rejected':
      return { why: html`The profile's conditions do not hold: ${answer.reasons.map((one) => one.replaceAll('_', ' ')).join(', ')}.`, fixes: rejections(answer, document, edit) };
    case 'no_travel':
      return { why: html`The clip does not travel in these windows, so nothing can be scaled. The whole gap of ${length(answer.shortfall)} stays open.`, fixes: [] };
    case 'window_passed':
      return { why: html`It was asked at or after the end of the last window: the authored motion goes on.`, fixes: [] };
  }
  return { why: '', fixes: [] };
}

/** @param {import('./types.js').ReachAnswer} answer @param {import('./types.js').Document} document @param {VerdictProps['edit']} edit @returns {Fix[]} */
function rejections(answer, document, edit) {
  const { conditions } = document;
  return answer.reasons.flatMap((reason) => {
    const value = reason === 'min_distance' ? Math.floor(answer.distance_to_target) : reason === 'max_distance' ? Math.ceil(answer.distance_to_target) : null;
    const text = `${reason.replaceAll('_', ' ')} is ${show(conditions?.[reason] ?? NaN, 4)}${value === null ? '' : `, the distance ${show(answer.distance_to_target, 4)}`}.`;
    return [{ text, action: value === null ? '' : `Make it ${value}`, apply: () => edit(`/conditions/${reason}`, value) }];
  });
}

/** @type {Record<string, string>} */
const REFUSALS = {
  tilted: 'The box does not stand upright.',
  inside: 'The actor stands within the box already.',
  too_low: 'The box is lower than the profile takes.',
  too_high: 'The box is higher than the profile takes.',
  too_long: 'The box is longer than the profile takes.',
  approach_angle: 'The actor does not come straight enough.',
};
/** @type {Record<string, [string, 'height' | 'length' | 'approach_angle']>} */
const LIMITS = { too_low: ['min_height', 'height'], too_high: ['max_height', 'height'], too_long: ['max_length', 'length'], approach_angle: ['max_approach_angle', 'approach_angle'] };

/** @param {VerdictProps & {answer: import('./types.js').RefusalAnswer}} props @returns {{why: any, fixes: Fix[]}} */
function explainRefusal({ answer, document, factor, unit, edit }) {
  const { refusal } = answer;
  const [limit, measure] = LIMITS[refusal.reason] ?? [];
  const found = measure ? refusal[measure] : null;
  if (!limit || found === null || found === undefined) return { why: REFUSALS[refusal.reason] ?? refusal.reason, fixes: [] };
  const wanted = limit === 'min_height' ? downwards(found) : upwards(found);
  const told = (/** @type {number} */ value) => (measure === 'approach_angle' ? `${show(value, 1)}°` : `${showLength(value * factor, unit)} ${unit}`);
  return {
    why: html`${REFUSALS[refusal.reason]} It measures <b>${told(found)}</b>; <code>${limit}</code> is <b>${told(document.provider?.[limit] ?? NaN)}</b>.`,
    fixes: [{ text: `Set ${limit} to ${told(wanted)}.`, action: 'Put into the draft', apply: () => edit(`/provider/${limit}`, wanted) }],
  };
}

/** @param {VerdictProps} props */
export function Verdict(props) {
  const { answer } = props;
  const verdict = answer.verdict ?? (answer.window_passed ? 'window_passed' : 'resolved');
  const { why, fixes } =
    answer.kind === 'reach'
      ? explainReach({ ...props, answer })
      : answer.verdict === 'refused'
        ? explainRefusal({ ...props, answer })
        : { why: html`${answer.phases.filter((one) => !one.passed).length} of ${answer.phases.length} phases lie ahead.`, fixes: [] };
  const warnings = answer.verdict === 'refused' ? [] : answer.warnings.filter((one) => one.code !== 'shortfall' || verdict !== 'clamped');
  return html`<section class="card verdict of-${answer.kind} verdict-${verdict.replaceAll('_', '-')}" aria-label="Verdict">
    <p class="verdict-name" role="status"><span aria-hidden="true">${SHAPES[verdict] ?? '•'}</span> <span>${verdict.replaceAll('_', ' ')}</span></p>
    <p class="why">${why}</p>
    ${fixes.map(
      (one) => html`<p class="fix"><span>${one.text}</span>${one.action && html`<button type="button" onClick=${one.apply}>${one.action}</button>`}</p>`,
    )}
    ${warnings.map((one) => html`<p class="notice"><b>${one.code.replaceAll('_', ' ')}</b> ${one.detail}</p>`)}
  </section>`;
}
