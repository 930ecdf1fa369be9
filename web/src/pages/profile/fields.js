// Fields of forms: numbers in the unit that is shown, choices, switches.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { html } from '../../html.js';

/** A number as one types it. @param {number | null} value in the unit of the field */
const written = (value) => (value === null || !Number.isFinite(value) ? '' : String(Number(value.toPrecision(10))));

/** @param {{label: string, value: number | null, onValue: (value: number | null) => void, factor?: number, unit?: string, step?: number, empty?: string,
 *   wrong?: string, bare?: boolean}} props
 *   factor: from the value to what is shown; empty: what an empty field means, without it a number must be there; bare: no label in sight */
export function NumberField({ label, value, onValue, factor = 1, unit = '', step = 1, empty, wrong, bare }) {
  const shown = value === null ? null : value * factor;
  const [text, setText] = useState(() => written(shown));
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const note = useId();
  // What is typed stays as it is typed, as long as it means the value.
  useEffect(() => {
    const typed = input.current && document.activeElement === input.current && text.trim() !== '' ? Number(text) : null;
    if (typed === null || shown === null || Math.abs(typed - shown) > 1e-9 * Math.max(1, Math.abs(shown))) setText(written(shown));
  }, [shown]);
  return html`<div class="number-field"><label>
    <span class=${bare ? 'hidden' : ''}>${label}</span>
    <span class="with-unit"><input ref=${input} type="number" step=${step} value=${text} placeholder=${empty ?? ''} aria-invalid=${wrong ? 'true' : undefined} aria-describedby=${wrong ? note : undefined}
      onInput=${(/** @type {any} */ event) => {
        setText(event.target.value);
        const typed = event.target.value.trim() === '' ? null : Number(event.target.value);
        if (typed === null ? empty !== undefined : Number.isFinite(typed)) onValue(typed === null ? null : Number((typed / factor).toPrecision(12)));
      }}
      onBlur=${() => setText(written(shown))} />${unit && html`<i>${unit}</i>`}</span></label>
    ${wrong && html`<span class="wrong" id=${note}>${wrong}</span>`}
  </div>`;
}

/** Three lengths. @param {{label: string, value: import('../../types.js').Vector, onValue: (value: import('../../types.js').Vector) => void, factor: number, unit: string, step: number}} props */
export function VectorField({ label, value, onValue, factor, unit, step }) {
  return html`<fieldset class="vector"><legend>${label} <i>${unit}</i></legend>
    ${/** @type {const} */ (['x', 'y', 'z']).map(
      (axis, i) => html`<${NumberField} label="${label} ${axis}" bare value=${value[i]} factor=${factor} step=${step}
        onValue=${(/** @type {number | null} */ one) => onValue(/** @type {import('../../types.js').Vector} */ (value.map((old, k) => (k === i ? one ?? 0 : old))))} />`,
    )}
  </fieldset>`;
}

/** @param {{label: string, value: string | undefined, options: string[], standard?: string, onValue: (value: string | undefined) => void, wrong?: string}} props
 *  standard: what holds when nothing is said */
export function ChoiceField({ label, value, options, standard, onValue, wrong }) {
  const note = useId();
  return html`<div class="choice-field"><label><span>${label}</span>
    <select value=${value ?? ''} aria-invalid=${wrong ? 'true' : undefined} aria-describedby=${wrong ? note : undefined} onChange=${(/** @type {any} */ event) => onValue(event.target.value || undefined)}>
      ${standard !== undefined && html`<option value="">${standard} (default)</option>`}
      ${options.map((one) => html`<option value=${one}>${one.replaceAll('_', ' ')}</option>`)}
    </select></label>
    ${wrong && html`<span class="wrong" id=${note}>${wrong}</span>`}
  </div>`;
}
