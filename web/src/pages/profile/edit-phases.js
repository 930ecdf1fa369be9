// The form of a phases profile: where its points come from, and each phase.
import { html } from '../../html.js';
import { About, Choice, Motion, Part, RangePart } from './edit-fields.js';
import { ChoiceField, VectorField } from './fields.js';

/** @typedef {import('./edit-fields.js').FormProps} FormProps */

/** @param {FormProps} props */
function Provider(props) {
  const provider = props.document.provider ?? { kind: 'points' };
  if (provider.kind === 'points') return html`<p class="dim">Target points come with each request.</p>`;
  if (provider.kind === 'align') {
    const relative = provider.relative ?? { position: [0, 0, 0], yaw: 0 };
    return html`<${VectorField} label="Stands, seen from the partner" value=${relative.position} factor=${props.factor} unit=${props.unit} step=${props.unit === 'cm' ? 5 : 0.05}
        onValue=${(/** @type {unknown} */ value) => props.edit('/provider/relative/position', value)} />
      ${relative.rotation === undefined && html`<${Part} ...${props} pointer="/provider/relative/yaw" label="Turned by" suffix="°" step=${5} />`}`;
  }
  const vault = provider.crossing === 'vault';
  return html`<div class="row">
    ${vault
      ? html`<${Part} ...${props} pointer="/provider/landing_offset" label="Lands beyond by" empty="0" length />
          <${Part} ...${props} pointer="/provider/landing_height" label="Landing height" empty="actor's" length />`
      : html`<${Part} ...${props} pointer="/provider/ledge_offset" label="Stands inward by" empty="0" length />`}
    <${Part} ...${props} pointer="/provider/min_height" label="Min height" empty="0" length />
    <${Part} ...${props} pointer="/provider/max_height" label="Max height" empty="any" length />
    <${Part} ...${props} pointer="/provider/max_length" label="Max length" empty="any" length />
    <${Part} ...${props} pointer="/provider/max_approach_angle" label="Max approach angle" empty="180" suffix="°" step=${5} />
  </div>`;
}

/** One axis: warped or authored, weighed by distance or by time, moving or not. @param {FormProps & {base: string, axis: string}} props */
function AxisSwitches({ document, edit, base, axis }) {
  const at = document.phases[Number(base.split('/')[2])]?.axes?.[axis] ?? {};
  const flip = (/** @type {string} */ key, /** @type {boolean} */ standard) =>
    html`<label class="check"><input type="checkbox" checked=${at[key] ?? standard} onChange=${(/** @type {any} */ event) =>
      edit(`${base}/axes/${axis}/${key}`, event.target.checked === standard ? undefined : event.target.checked)} />${key}</label>`;
  return html`<span class="axis"><b>${axis}</b>${flip('warp', true)}${flip('linear', false)}${flip('animate', true)}</span>`;
}

/** @param {FormProps & {index: number, last: boolean}} props */
function PhaseForm({ index, last, ...props }) {
  const base = `/phases/${index}`;
  const phase = props.document.phases[index];
  const suffix = props.document.times === 'normalised' ? 'of clip' : 's';
  const length = { factor: props.factor, unit: props.unit, step: props.unit === 'cm' ? 5 : 0.05 };
  return html`<section><h2>${phase.name || `Phase ${index + 1}`}</h2>
    <div class="row">
      <label class="choice-field"><span>Name</span><input value=${phase.name ?? ''} spellcheck=${false} autocomplete="off" onInput=${(/** @type {any} */ event) => props.edit(`${base}/name`, event.target.value || undefined)} /></label>
      <${Part} ...${props} pointer="${base}/start" label="Start" suffix=${suffix} step=${0.01} />
      <${Part} ...${props} pointer="${base}/end" label="End" suffix=${suffix} step=${0.01} />
      <${RangePart} ...${props} pointer="${base}/rate" label="Play rate" optional />
    </div>
    <${VectorField} label="Offset from the target point" ...${length} value=${phase.translation_offset ?? [0, 0, 0]}
      onValue=${(/** @type {number[]} */ value) => props.edit(`${base}/translation_offset`, value.some(Boolean) ? value : undefined)} />
    <${VectorField} label="Anchor" ...${length} value=${phase.anchor ?? [0, 0, 0]}
      onValue=${(/** @type {number[]} */ value) => props.edit(`${base}/anchor`, value.some(Boolean) ? value : undefined)} />
    <${Motion} ...${props} base=${base} standards=${{ method: 'axis', rotation: 'target', turn: 'slerp' }} />
    <div class="row axes">${['x', 'y', 'z'].map((axis) => html`<${AxisSwitches} ...${props} base=${base} axis=${axis} />`)}</div>
    ${last && html`<${Choice} ...${props} pointer="${base}/land" label="At the target" options=${['phase', 'clip']} standard="phase" />`}
  </section>`;
}

/** @param {FormProps} props */
export function PhasesForm(props) {
  const { document, edit } = props;
  const count = document.phases?.length ?? 0;
  const free = (document.provider?.kind ?? 'points') === 'points';
  return html`<div class="form">
    <section><h2>Target points</h2>
      <${ChoiceField} label="Come from" value=${document.provider?.kind ?? 'points'} options=${['points', 'obstacle', 'align']}
        onValue=${(/** @type {string | undefined} */ kind) =>
          edit('/provider', kind === 'obstacle' ? { kind, crossing: count === 2 ? 'mantle' : 'vault' } : kind === 'align' ? { kind, relative: { position: [0, 0, 0], yaw: 180 } } : undefined)} />
      <${Provider} ...${props} />
    </section>
    ${document.phases.map((/** @type {unknown} */ _, /** @type {number} */ i) => html`<${PhaseForm} key=${i} ...${props} index=${i} last=${i === count - 1} />`)}
    ${free &&
    html`<div class="row">
      <button type="button" onClick=${() => {
        const last = document.phases[count - 1];
        edit(`/phases/${count}`, { start: last?.end ?? 0, end: (last?.end ?? 0) + 0.2 });
      }}>Add a phase</button>
      ${count > 1 && html`<button type="button" onClick=${() => edit(`/phases/${count - 1}`, undefined)}>Remove the last phase</button>`}
    </div>`}
    <section><h2>Whole</h2><${Part} ...${props} pointer="/max_speed" label="Warn above a speed of" empty="any" length suffix="/s" /></section>
    <${About} ...${props} />
  </div>`;
}
