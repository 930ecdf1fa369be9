// Saving a draft against the revision that it was begun from; when somebody else has saved meanwhile, both are shown.
import { useState } from 'preact/hooks';
import { Problem, documentUrl, get, put } from '../../api.js';
import { html } from '../../html.js';
import { Dialog } from '../../ui/dialog.js';
import { complain, say } from '../../ui/toasts.js';
import { DifferenceTable } from './difference.js';
import { merged, same } from './draft.js';
import { authoredPart } from './load.js';

/** @typedef {import('./types.js').Document} Document */
/** @typedef {{theirs: Document, revision: number, hash: string, mine: Document, base: Document}} Conflict */

/** @param {string} name @param {Document} document @param {string} hash empty: the name stands for nothing now */
export const putProfile = (name, document, hash) =>
  put(documentUrl('profiles', name), { body: document, ...(hash ? { ifMatch: hash } : { create: true }) });

/** @param {string} name @param {Document} mine @param {Document} base @param {string} hash @param {(revision: number) => void} onSaved
 * @returns {Promise<Conflict | null>} */
export async function saveDraft(name, mine, base, hash, onSaved) {
  try {
    const { data } = await putProfile(name, mine, hash);
    say(`${name} is saved as revision ${data.revision}.`);
    onSaved(data.revision);
    return null;
  } catch (failure) {
    const stale = failure instanceof Problem && ['precondition_failed', 'already_exists'].includes(failure.code);
    if (!stale) throw failure;
    const { data, etag } = await get(documentUrl('profiles', name));
    return { theirs: authoredPart(data), revision: data.revision, hash: etag ?? '', mine, base };
  }
}

/** @param {{name: string, conflict: Conflict, onSaved: (revision: number) => void, onConflict: (conflict: Conflict | null) => void,
 *   onTake: (document: Document, revision: number) => void}} props onTake: goes on editing from there */
export function ConflictDialog({ name, conflict, onSaved, onConflict, onTake }) {
  const [busy, setBusy] = useState(false);
  const { base, mine, theirs, revision } = conflict;
  const both = merged(base, mine, theirs);
  const save = () => {
    setBusy(true);
    saveDraft(name, mine, theirs, conflict.hash, onSaved)
      .then(onConflict, complain)
      .finally(() => setBusy(false));
  };
  return html`<${Dialog} title="Somebody else has saved ${name}" onClose=${() => onConflict(null)}>
    <div class="conflict">
      <p>Revision ${revision} was saved after you began. This is what differs:</p>
      <${DifferenceTable} label="Both versions" versions=${[
        { name: 'as you began', document: base },
        { name: `revision ${revision}`, document: theirs },
        { name: 'yours', document: mine },
      ]} />
      <div class="actions">
        <button type="button" onClick=${() => onConflict(null)}>Go on editing</button>
        <button type="button" disabled=${busy} onClick=${() => onTake(theirs, revision)}>Take revision ${revision}</button>
        <button type="button" class=${same(both, mine) ? 'primary' : ''} disabled=${busy} onClick=${save}>Overwrite revision ${revision} with mine</button>
        ${!same(both, mine) && html`<button type="button" class="primary" disabled=${busy} onClick=${() => onTake(both, revision)}>Put my changes on revision ${revision}</button>`}
      </div>
    </div>
  <//>`;
}
