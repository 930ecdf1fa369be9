// Parts of a profile's form that both kinds have.
import { useEffect, useState } from 'preact/hooks';
import { html } from '../../html.js';
import { partAt } from './draft.js';
import { ChoiceField, NumberField } from './fields.js';

/** @typedef {import('./types.js').Document} Document */

/** @typedef {object} FormProps
 * @property {Document} document
 * @property {(pointer: string, value: unknown) => void} edit undefined takes the part away
 * @property {(pointer: string) => string | undefined} wrong what stands against a part
 * @property {Record<string, any>} derived what is in force where the document says nothing
 * @property {number} factor of lengths
 * @property {string} unit
 * @property {import('../../types.js').Clip | null} clip */

export const METHODS = ['axis', 'skew', 'path', 'time', 'scale'];
const EASED = ['sine', 'quad', 'cubic', 'quart', 'quint'];
const EASINGS = ['linear', 'smoothstep', ...EASED.flatMap((one) => [`${one}_in`, `${one}_out`, `${one}_in_out`])];

/** A number of the document. @param {FormProps & {pointer: string, label: string, empty?: string, length?: boolean, step?: number, suffix?: string}} props */
export function Part({ document, edit, wrong, factor, unit, pointer, label, empty, length, step, suffix }) {
  return html`<${NumberField} label=${label} value=${partAt(document, pointer) ?? null} factor=${length ? factor : 1} unit=${(length ? unit : '') + (suffix ?? '')}
    step=${step ?? (length ? (unit === 'cm' ? 1 : 0.01) : 0.05)} empty=${empty} wrong=${wrong(pointer)}
    onValue=${(/** @type {number | null} */ value) => edit(pointer, value ?? undefined)} />`;
}

/** Limits: both of them or none. @param {FormProps & {pointer: string, label: string, optional?: boolean}} props */
export function RangePart({ pointer, label, optional, ...props }) {
  const range = partAt(props.document, pointer);
  return html`<fieldset class="range"><legend>${label}</legend>
    ${optional &&
    html`<label class="check"><input type="checkbox" checked=${Boolean(range)} onChange=${(/** @type {any} */ event) => props.edit(pointer, event.target.checked ? { min: 0.5, max: 2 } : undefined)} />limited</label>`}
    ${range &&
    html`<${Part} ...${props} pointer="${pointer}/min" label="min" /><${Part} ...${props} pointer="${pointer}/max" label="max" />`}
    ${props.wrong(pointer) && html`<span class="wrong">${props.wrong(pointer)}</span>`}
  </fieldset>`;
}

/** @param {FormProps & {pointer: string, label: string, options: string[], standard: string}} props */
export const Choice = ({ document, edit, wrong, pointer, label, options, standard }) =>
  html`<${ChoiceField} label=${label} value=${partAt(document, pointer)} options=${options} standard=${standard} wrong=${wrong(pointer)}
    onValue=${(/** @type {string | undefined} */ value) => edit(pointer, value)} />`;

/** Method, easing, rotation, turn: `base` is "" or "/phases/2". @param {FormProps & {base: string, standards: {method: string, rotation: string, turn: string}}} props */
export function Motion({ base, standards, ...props }) {
  const method = partAt(props.document, `${base}/method`) ?? standards.method;
  return html`<div class="row">
      <${Choice} ...${props} pointer="${base}/method" label="Method" options=${METHODS} standard=${standards.method} />
      ${method === 'time' && html`<${Choice} ...${props} pointer="${base}/easing" label="Easing" options=${EASINGS} standard="linear" />`}
      <${Choice} ...${props} pointer="${base}/rotation" label="Rotation" options=${['target', 'face', 'keep']} standard=${standards.rotation} />
      <${Choice} ...${props} pointer="${base}/turn" label="Turn" options=${['slerp', 'offset']} standard=${standards.turn} />
      <${Part} ...${props} pointer="${base}/turn_cap" label="Turn cap" empty="none" suffix="°/s" step=${10} />
    </div>`;
}

/** Tags as one types them: a comma that was just written stays. @param {{tags: string[], onTags: (tags: string[]) => void, wrong?: string}} props */
function TagsField({ tags, onTags, wrong }) {
  const joined = tags.join(', ');
  const [text, setText] = useState(joined);
  const parsed = (/** @type {string} */ typed) => typed.split(',').map((one) => one.trim()).filter(Boolean);
  useEffect(() => {
    if (parsed(text).join(', ') !== joined) setText(joined);
  }, [joined]);
  return html`<label class="choice-field"><span>Tags, by commas</span><input value=${text} spellcheck=${false} autocomplete="off"
    onInput=${(/** @type {any} */ event) => {
      setText(event.target.value);
      onTags(parsed(event.target.value));
    }} onBlur=${() => setText(joined)} />${wrong && html`<span class="wrong">${wrong}</span>`}</label>`;
}

/** @param {FormProps} props */
export function About({ document, edit, wrong }) {
  return html`<section><h2>About</h2>
    <${TagsField} tags=${document.tags ?? []} onTags=${(/** @type {string[]} */ tags) => edit('/tags', tags.length ? tags : undefined)} wrong=${wrong('/tags')} />
    <label class="choice-field"><span>Description</span><input value=${document.description ?? ''}
      onInput=${(/** @type {any} */ event) => edit('/description', event.target.value || undefined)} /></label>
  </section>`;
}
