// Revisions: what differs between two of them, and a way back.
import { useState } from 'preact/hooks';
import { documentUrl, get } from '../../api.js';
import { useLoaded } from '../../hooks.js';
import { html } from '../../html.js';
import { setQuery } from '../../router.js';
import { complain } from '../../ui/toasts.js';
import { ProblemView } from '../../ui/problem.js';
import { showInstant } from '../../units.js';
import { DifferenceTable } from './difference.js';
import { authoredPart } from './load.js';
import { saveDraft } from './save.js';

/** @typedef {import('../../types.js').Revision} Revision */

/** @param {string} name @param {number} revision @param {AbortSignal} [signal] */
const loadRevision = (name, revision, signal) => get(documentUrl('profiles', name, revision), { signal }).then(({ data }) => authoredPart(data));

/** @param {{label: string, value: number, revisions: Revision[], onValue: (value: number) => void}} props */
const Choice = ({ label, value, revisions, onValue }) => html`<label class="inline">${label}
  <select value=${String(value)} onChange=${(/** @type {any} */ event) => onValue(Number(event.target.value))}>
    ${[...revisions].reverse().map((one) => html`<option value=${String(one.revision)}>${one.revision}</option>`)}
  </select></label>`;

/** @param {{data: import('./load.js').ProfileData, query: import('../../router.js').Query, onSaved: (revision: number) => void}} props */
export function History({ data, query, onSaved }) {
  const { name, revisions, head } = data;
  const [busy, setBusy] = useState(false);
  const newest = revisions[revisions.length - 1]?.revision ?? data.revision;
  const to = Number(query.to) || data.revision;
  const before = [...revisions].reverse().find((one) => one.revision < to)?.revision ?? to;
  const first = Number(query.from) || before;
  const { data: pair, error, reload } = useLoaded(
    (signal) => Promise.all([loadRevision(name, first, signal), loadRevision(name, to, signal)]),
    `${name} ${first} ${to}`,
  );
  /** @param {number} revision */
  const restore = async (revision) => {
    setBusy(true);
    try {
      const document = await loadRevision(name, revision);
      const conflict = await saveDraft(name, document, data.document, head, onSaved);
      if (conflict) complain(new Error(`Revision ${conflict.revision} was saved meanwhile. Look at it first, then restore again.`));
    } catch (failure) {
      complain(failure);
    }
    setBusy(false);
  };
  return html`<div class="history">
    <table class="grid" aria-label="Revisions"><thead><tr><th>Revision</th><th>Saved</th><th>Against clip</th><th>Hash</th><th><span class="hidden">Actions</span></th></tr></thead>
      <tbody>${[...revisions].reverse().map(
        (one) => html`<tr aria-current=${one.revision === data.revision ? 'true' : undefined}>
          <th scope="row"><button type="button" class="plain link" onClick=${() => setQuery({ rev: one.head ? null : one.revision }, { push: true })}>${one.revision}${one.head ? ' (newest)' : ''}</button></th>
          <td>${showInstant(one.created_at)}</td><td>${one.clip_revision ?? ''}</td><td><code title=${one.content_hash}>${one.content_hash.slice(0, 8)}</code></td>
          <td>${one.revision !== newest && html`<button type="button" class="small" disabled=${busy} onClick=${() => restore(one.revision)}>Restore<span class="hidden"> revision ${one.revision}</span></button>`}</td>
        </tr>`,
      )}</tbody></table>
    <div class="toolbar"><h2>What differs</h2>
      <${Choice} label="from" value=${first} revisions=${revisions} onValue=${(/** @type {number} */ value) => setQuery({ from: value })} />
      <${Choice} label="to" value=${to} revisions=${revisions} onValue=${(/** @type {number} */ value) => setQuery({ to: value })} />
    </div>
    ${error !== null && html`<${ProblemView} error=${error} retry=${reload} />`}
    ${pair && html`<${DifferenceTable} label="Differences between revisions" versions=${[
      { name: `revision ${first}`, document: pair[0] },
      { name: `revision ${to}`, document: pair[1] },
    ]} />`}
  </div>`;
}
