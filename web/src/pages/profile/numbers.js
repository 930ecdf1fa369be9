// Every number of an answer, in dense tables.
import { html } from '../../html.js';
import { documentPath, href } from '../../router.js';
import { show, showLength } from '../../units.js';
import { yawOf } from './geometry.js';

/** @typedef {import('./types.js').Pose} Pose */
/** @typedef {{frame: import('../../space.js').Frame, factor: number, unit: import('../../units.js').Unit}} Shown */

/** @param {Shown} shown */
const lengths = (shown) => (/** @type {number} */ value) => html`${showLength(value * shown.factor, shown.unit)} <i>${shown.unit}</i>`;
const plain = (/** @type {number | null} */ value) => (value === null ? '–' : show(value, 4));
const seconds = (/** @type {number | null} */ value) => (value === null ? '–' : html`${show(value, 4)} <i>s</i>`);
const degrees = (/** @type {number | null} */ value) => (value === null ? '–' : html`${show(value, 2)}<i>°</i>`);

/** @param {Shown & {pose: Pose}} props */
function PoseCell({ pose, frame, factor, unit }) {
  return html`<span title="rotation ${pose.rotation.join(', ')}">${pose.position.map((one) => showLength(one * factor, unit)).join(', ')} <i>${unit}</i> · ${show(yawOf(frame, pose.rotation), 2)}<i>°</i></span>`;
}

/** @param {{rows: ([string, any] | false | null | undefined)[], label: string}} props */
function Rows({ rows, label }) {
  return html`<table class="numbers" aria-label=${label}><tbody>
    ${rows.filter(Boolean).map((row) => {
      const [name, value] = /** @type {[string, any]} */ (row);
      return html`<tr><th scope="row">${name}</th><td class="num">${value}</td></tr>`;
    })}
  </tbody></table>`;
}

/** @param {Shown & {answer: import('./types.js').ReachAnswer}} props */
function ReachNumbers({ answer, ...shown }) {
  const length = lengths(shown);
  const pose = (/** @type {Pose} */ one) => html`<${PoseCell} ...${shown} pose=${one} />`;
  return html`<div class="two"><${Rows} label="Distances" rows=${[
      ['distance to target', length(answer.distance_to_target)],
      ['stop distance', length(answer.stop_distance)],
      ['gap to close', length(answer.gap_to_close)],
      ['natural travel', length(answer.natural_travel)],
      ['travel', length(answer.travel)],
      ['shortfall', length(answer.shortfall)],
    ]} />
    <${Rows} label="Factors" rows=${[
      ['required scale', plain(answer.required_scale)],
      ['applied scale', plain(answer.applied_scale)],
      ['first window scale', plain(answer.first_window_scale)],
      ['play rate', plain(answer.play_rate)],
      ['peak weight', plain(answer.peak_weight)],
      ['method', answer.method],
    ]} /></div>
    <${Rows} label="Poses" rows=${[
      ['predicted start', pose(answer.predicted_start)],
      ['natural end', pose(answer.natural_end)],
      ['warp point', pose(answer.warp_point)],
      ['reached', pose(answer.reached)],
      answer.residual && ['residual', html`${length(answer.residual.distance)} · ${degrees(answer.residual.angle)}`],
      answer.turn_left !== undefined && ['turn left over', degrees(answer.turn_left)],
      answer.lead && ['target led to', html`${answer.lead.target.map((one) => showLength(one * shown.factor, shown.unit)).join(', ')} <i>${shown.unit}</i> at ${seconds(answer.lead.time)}`],
    ]} />
    <table class="numbers wide" aria-label="Windows"><thead><tr><th>window</th><th class="num">clip time</th><th class="num">elapsed</th><th class="num">scale</th></tr></thead><tbody>
      ${answer.windows.map((one) => html`<tr><th scope="row">${one.name}</th><td class="num">${show(one.start, 3)} – ${show(one.end, 3)}</td><td class="num">${show(one.elapsed_start, 3)} – ${show(one.elapsed_end, 3)}</td><td class="num">${plain(one.scale)}</td></tr>`)}
    </tbody></table>`;
}

/** @param {Shown & {phase: import('./types.js').PhaseResult, name: string}} props */
function PhaseNumbers({ phase, name, ...shown }) {
  const length = lengths(shown);
  if (phase.passed) return html`<h2>${name}</h2><p class="dim">has passed</p>`;
  const pose = (/** @type {Pose} */ one) => html`<${PoseCell} ...${shown} pose=${one} />`;
  const vector = (/** @type {import('../../types.js').Vector} */ v) => html`${v.map((one) => showLength(one * shown.factor, shown.unit)).join(', ')} <i>${shown.unit}</i>`;
  return html`<h2>${name}</h2><${Rows} label=${name} rows=${[
    ['play rate', html`${plain(phase.play_rate)} · ${show(phase.elapsed_start, 3)} – ${show(phase.elapsed_end, 3)} <i>s</i>`],
    ['start', pose(phase.start)],
    ['warp point', pose(phase.warp_point)],
    ['reached', pose(phase.reached)],
    phase.residual && ['residual', html`${length(phase.residual.distance)} · ${degrees(phase.residual.angle)}`],
    phase.turn_left !== undefined && ['turn left over', degrees(phase.turn_left)],
    ['root motion, net', vector(phase.total_root_motion.net)],
    ['root motion, covered', vector(phase.total_root_motion.covered)],
    ['method', html`${phase.method}${phase.fell_back ? ' (fallback)' : ''} · peak weight ${plain(phase.peak_weight)}`],
  ]} />`;
}

/** @param {Shown & {answer: import('./types.js').PhasesAnswer, names: string[]}} props */
function PhasesNumbers({ answer, names, ...shown }) {
  return html`
    ${answer.obstacle && html`<${Measures} ...${shown} measures=${answer.obstacle} />`}
    ${answer.phases.map((one, i) => html`<${PhaseNumbers} ...${shown} phase=${one} name=${names[i] || `phase ${i + 1}`} />`)}
    ${answer.partner &&
    html`<h2>partner</h2><${Rows} label="Partner" rows=${[
      ['start', html`<${PoseCell} ...${shown} pose=${answer.partner.start} />`],
      ['end', html`<${PoseCell} ...${shown} pose=${answer.partner.end} />`],
      ['duration', seconds(answer.partner.duration)],
    ]} />`}
    ${answer.targets && html`<h2>target points</h2><${Rows} label="Target points" rows=${answer.targets.map((one, i) => [names[i] || `point ${i + 1}`, html`<${PoseCell} ...${shown} pose=${one} />`])} />`}
  `;
}

/** @param {Shown & {measures: import('./types.js').Measures}} props */
function Measures({ measures, ...shown }) {
  const length = lengths(shown);
  const or = (/** @type {number | null} */ value) => (value === null ? '–' : length(value));
  return html`<${Rows} label="Obstacle" rows=${[
    ['obstacle height', or(measures.height)],
    ['obstacle length', or(measures.length)],
    ['approach angle', degrees(measures.approach_angle)],
  ]} />`;
}

/** @param {Shown & {solved: import('./types.js').Solved, moment: import('./types.js').Sample | null, names: string[]}} props */
export function Numbers({ solved, moment, names, ...shown }) {
  const { answer, trajectory } = solved;
  const length = lengths(shown);
  const reference = (/** @type {import('./types.js').Reference} */ one, /** @type {'clips' | 'profiles'} */ kind) =>
    html`${one.name === null ? 'the draft' : html`<a href=${href(documentPath(kind, one.name), { rev: one.revision })}>${one.name}@${one.revision}</a>`} <code class="dim" title=${one.content_hash}>${one.content_hash.slice(0, 10)}</code>`;
  return html`<div class="answer-numbers">
    ${answer.kind === 'reach'
      ? html`<${ReachNumbers} ...${shown} answer=${answer} />`
      : answer.verdict === 'refused'
        ? html`<${Measures} ...${shown} measures=${answer.refusal} />`
        : html`<${PhasesNumbers} ...${shown} answer=${answer} names=${names} />`}
    ${answer.verdict !== 'refused' &&
    html`<table class="numbers wide" aria-label="Events"><thead><tr><th>event</th><th class="num">clip time</th><th class="num">elapsed</th></tr></thead><tbody>
      ${answer.events.map((one) => html`<tr><th scope="row">${one.name}</th><td class="num">${seconds(one.time)}</td><td class="num">${one.passed ? 'passed' : seconds(one.elapsed)}</td></tr>`)}
      ${answer.events.length === 0 && html`<tr><td colspan="3" class="dim">The clip has none.</td></tr>`}
    </tbody></table>
    <${Rows} label="Whole" rows=${[
      ['duration', seconds(answer.duration)],
      trajectory && ['peak speed', html`${length(trajectory.peak_speed)}<i>/s</i>`],
      trajectory && ['peak turn rate', html`${degrees(trajectory.peak_turn_rate)}<i>/s</i>`],
      moment && ['root at the cursor', html`<${PoseCell} ...${shown} pose=${moment} />`],
      moment?.authored && ['authored at the cursor', html`<${PoseCell} ...${shown} pose=${moment.authored} />`],
    ]} />`}
    <${Rows} label="What decided it" rows=${[
      ['profile', reference(answer.profile, 'profiles')],
      ['clip', reference(answer.clip, 'clips')],
      ['solver version', answer.solver_version],
    ]} />
  </div>`;
}
