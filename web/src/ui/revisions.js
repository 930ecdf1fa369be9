// The choice of a document's revision; the newest stands for the name.
import { html } from '../html.js';
import { setQuery } from '../router.js';
import { showInstant } from '../units.js';

/** @param {{revisions: import('../types.js').Revision[], shown: number}} props */
export function Revisions({ revisions, shown }) {
  return html`<label class="inline">Revision
    <select value=${String(shown)} onChange=${(/** @type {any} */ event) => {
      const chosen = revisions.find((one) => String(one.revision) === event.target.value);
      setQuery({ rev: chosen?.head ? null : event.target.value }, { push: true });
    }}>
      ${[...revisions].reverse().map(
        (one) => html`<option value=${String(one.revision)}>${one.revision}${one.head ? ' (newest)' : ''} · ${showInstant(one.created_at)}</option>`,
      )}
    </select>
  </label>`;
}
