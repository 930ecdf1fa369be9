// The draft: its form or its text, what stands against it, and saving.
import { useEffect, useState } from 'preact/hooks';
import { post } from '../../api.js';
import { useLatest } from '../../hooks.js';
import { html } from '../../html.js';
import { Findings } from '../../ui/findings.js';
import { ProblemView, asProblem } from '../../ui/problem.js';
import { DifferenceTable } from './difference.js';
import { isProfile } from './draft.js';
import { PhasesForm } from './edit-phases.js';
import { ReachForm } from './edit-reach.js';

/** @typedef {import('./types.js').Document} Document */
/** @typedef {import('../../types.js').Finding} Finding */

const REST_MS = 90;

/** The findings of a document that is not saved; asked once typing rests. @param {Document | null} draft
 * @returns {{findings: Finding[] | null, error: unknown}} */
export function useFindings(draft) {
  const [rested, setRested] = useState(draft);
  const key = JSON.stringify(draft);
  useEffect(() => {
    const timer = setTimeout(() => setRested(draft), REST_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const { output, error } = useLatest(
    (/** @type {Document} */ profile) => post('/v1/validate', { body: { profile } }).then(({ data }) => /** @type {Finding[]} */ (data.findings)),
    draft === null ? null : rested,
    JSON.stringify(rested),
  );
  return draft === null ? { findings: null, error: null } : { findings: error ? null : output, error };
}

/** What stands against a part of the draft. @param {Finding[] | null} findings @param {unknown} error */
export function wrongOf(findings, error) {
  /** @type {Map<string, string>} */
  const told = new Map();
  for (const one of findings ?? []) {
    if (one.severity === 'error' && one.document === 'profile') told.set(one.pointer, one.advice);
  }
  if (error) for (const one of asProblem(error).errors) told.set(one.pointer.replace(/^\/profile/, ''), one.detail);
  return (/** @type {string} */ pointer) => told.get(pointer);
}

/** The whole document as text. @param {{document: Document, onDocument: (document: Document) => void}} props */
function TextEditor({ document, onDocument }) {
  const [text, setText] = useState(() => JSON.stringify(document, null, 2));
  const [error, setError] = useState('');
  return html`<label class="text-editor"><span class="hidden">The profile as JSON</span>
    <textarea spellcheck=${false} rows="22" value=${text} aria-invalid=${error ? 'true' : undefined} onInput=${(/** @type {any} */ event) => {
      setText(event.target.value);
      try {
        const parsed = JSON.parse(event.target.value);
        const usable = isProfile(parsed);
        setError(usable ? '' : 'A profile is an object of kind "reach", or of kind "phases" with its phases.');
        if (usable) onDocument(parsed);
      } catch (failure) {
        setError(/** @type {Error} */ (failure).message);
      }
    }}></textarea>
    ${error && html`<span class="wrong" role="alert">${error}</span>`}
  </label>`;
}

/** @param {{saved: Document, document: Document, findings: Finding[] | null, error: unknown, edit: (pointer: string, value: unknown) => void, onDocument: (document: Document | null) => void,
 *   onSave: () => void, saving: boolean, base: number, derived: Record<string, any>, factor: number, unit: string, clip: import('../../types.js').Clip | null, changed: boolean}} props */
export function Edit({ saved, document, findings, error, edit, onDocument, onSave, saving, base, derived, factor, unit, clip, changed }) {
  const [asText, setAsText] = useState(false);
  const wrong = wrongOf(findings, error);
  const errors = (findings ?? []).filter((one) => one.severity === 'error').length;
  const props = { document, edit, wrong, derived, factor, unit, clip };
  return html`<div class="edit">
    <div class="toolbar edit-bar">
      <button type="button" class="primary" disabled=${!changed || saving || error !== null || errors > 0} onClick=${onSave}>Save</button>
      <button type="button" disabled=${!changed} onClick=${() => onDocument(null)}>Drop changes</button>
      <span class="dim" role="status">${!changed ? `as revision ${base}` : error !== null || errors > 0 ? 'not sound yet' : `changes revision ${base}`}</span>
      <span class="grow"></span>
      <button type="button" aria-pressed=${asText} onClick=${() => setAsText(!asText)}>${asText ? 'Form' : 'Text'}</button>
    </div>
    ${changed && html`<details class="changes" open><summary>Changes</summary><${DifferenceTable} label="Changes" versions=${[{ name: `revision ${base}`, document: saved }, { name: 'draft', document }]} /></details>`}
    ${changed && error !== null && html`<div role="alert"><${ProblemView} error=${error} /></div>`}
    ${asText ? html`<${TextEditor} document=${document} onDocument=${onDocument} />` : document.kind === 'reach' ? html`<${ReachForm} ...${props} />` : html`<${PhasesForm} ...${props} />`}
    ${changed && findings && html`<section><h2>Findings of the draft</h2><${Findings} findings=${findings} /></section>`}
  </div>`;
}
