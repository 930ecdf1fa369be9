// The inputs as numbers: what the stage is dragged to, and what it cannot show.
import { html } from '../../html.js';
import { axisName } from '../../space.js';
import { NumberField, VectorField } from './fields.js';

/** @typedef {import('./inputs.js').Inputs} Inputs */

/** @param {{inputs: Inputs, aim: import('./inputs.js').Aim, names: string[], change: import('./places.js').Change, frame: import('../../space.js').Frame, factor: number,
 *   unit: string, clip: import('../../types.js').Clip | null}} props */
export function InputsForm({ inputs, aim, names, change, frame, factor, unit, clip }) {
  const step = unit === 'cm' ? 10 : 0.1;
  const length = { factor, unit, step };
  /** @template {'actor' | 'target' | 'obstacle' | 'partner'} Part @param {Part} part @param {Partial<Inputs[Part]>} patch */
  const patch = (part, patch) => change((now) => ({ ...now, [part]: { ...now[part], ...patch } }));
  const yaw = (/** @type {number | null} */ value, /** @type {(value: number | null) => void} */ onValue, /** @type {string} */ label, /** @type {string | undefined} */ empty) =>
    html`<${NumberField} label=${label} value=${value} unit="°" step=${5} empty=${empty} onValue=${onValue} />`;
  return html`<div class="form">
    <p class="dim">In the clip's space (${frame.name}): ${axisName(frame.forward)} is forward, ${axisName(frame.right)} right, ${axisName(frame.up)} up.</p>
    <section><h2>Actor</h2>
      <${VectorField} label="Position" ...${length} value=${inputs.actor.position} onValue=${(/** @type {any} */ position) => patch('actor', { position })} />
      <div class="row">
        ${yaw(inputs.actor.yaw, (value) => patch('actor', { yaw: value ?? 0 }), 'Yaw', undefined)}
        <${NumberField} label="Radius" ...${length} value=${inputs.actor.radius} onValue=${(/** @type {number} */ radius) => patch('actor', { radius })} />
        <${NumberField} label="Scale" step=${0.1} value=${inputs.actor.scale} onValue=${(/** @type {number} */ scale) => patch('actor', { scale })} />
      </div>
    </section>
    ${aim === 'target' &&
    html`<section><h2>Target</h2>
      <${VectorField} label="Position" ...${length} value=${inputs.target.position} onValue=${(/** @type {any} */ position) => patch('target', { position })} />
      <div class="row">
        <${NumberField} label="Radius" ...${length} value=${inputs.target.radius} onValue=${(/** @type {number} */ radius) => patch('target', { radius })} />
        ${yaw(inputs.target.yaw, (value) => patch('target', { yaw: value }), 'Yaw', 'none')}
      </div>
      <${VectorField} label="Velocity" ...${length} unit="${unit}/s" value=${inputs.target.velocity} onValue=${(/** @type {any} */ velocity) => patch('target', { velocity })} />
    </section>`}
    ${aim === 'targets' &&
    inputs.targets.map(
      (one, i) => html`<section><h2>${names[i] || `Point ${i + 1}`}</h2>
        <${VectorField} label="Position" ...${length} value=${one.position}
          onValue=${(/** @type {any} */ position) => change((now) => ({ ...now, targets: now.targets.map((old, k) => (k === i ? { ...old, position } : old)) }))} />
        ${yaw(one.yaw, (value) => change((now) => ({ ...now, targets: now.targets.map((old, k) => (k === i ? { ...old, yaw: value ?? 0 } : old)) })), 'Yaw', undefined)}
      </section>`,
    )}
    ${aim === 'obstacle' &&
    html`<section><h2>Obstacle</h2>
      <${VectorField} label="Centre" ...${length} value=${inputs.obstacle.position} onValue=${(/** @type {any} */ position) => patch('obstacle', { position })} />
      <${VectorField} label="Size" ...${length} value=${inputs.obstacle.size} onValue=${(/** @type {any} */ size) => patch('obstacle', { size })} />
      ${yaw(inputs.obstacle.yaw, (value) => patch('obstacle', { yaw: value ?? 0 }), 'Yaw', undefined)}
    </section>`}
    ${aim === 'partner' &&
    html`<section><h2>Partner</h2>
      <${VectorField} label="Position" ...${length} value=${inputs.partner.position} onValue=${(/** @type {any} */ position) => patch('partner', { position })} />
      <div class="row">
        ${yaw(inputs.partner.yaw, (value) => patch('partner', { yaw: value ?? 0 }), 'Yaw', undefined)}
        <${NumberField} label="Scale" step=${0.1} value=${inputs.partner.scale} onValue=${(/** @type {number} */ scale) => patch('partner', { scale })} />
        <${NumberField} label="Clip time" unit="s" step=${0.05} value=${inputs.partner.time} onValue=${(/** @type {number} */ time) => patch('partner', { time })} />
      </div>
      <label class="choice-field"><span>Plays the clip</span><input value=${inputs.partner.clip} placeholder="none: it stands still" spellcheck=${false} autocomplete="off"
        onChange=${(/** @type {any} */ event) => patch('partner', { clip: event.target.value.trim() })} /></label>
    </section>`}
    <section><h2>Moment</h2>
      <div class="row">
        <${NumberField} label="Clip time" unit="s" step=${0.05} value=${inputs.time} onValue=${(/** @type {number} */ time) => change((now) => ({ ...now, time: Math.max(0, time) }))} />
        <${NumberField} label="Caller's play rate" step=${0.1} value=${inputs.rate} onValue=${(/** @type {number} */ rate) => change((now) => ({ ...now, rate }))} />
      </div>
      ${clip?.derived && html`<p class="dim">The clip lasts ${clip.derived.duration.toFixed(3)} s.</p>`}
    </section>
  </div>`;
}
