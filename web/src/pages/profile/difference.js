// Versions of a document side by side: only what differs.
import { html } from '../../html.js';
import { differences, partAt, told } from './draft.js';

/** @param {{versions: {name: string, document: import('./types.js').Document}[], label: string}} props the first is what the others are held against */
export function DifferenceTable({ versions, label }) {
  const [first, ...others] = versions;
  const pointers = [...new Set(others.flatMap((one) => differences(first.document, one.document).map((found) => found.pointer)))];
  if (pointers.length === 0) return html`<p class="dim">Nothing differs.</p>`;
  const cell = (/** @type {string} */ pointer, /** @type {import('./types.js').Document} */ document) => {
    const value = partAt(document, pointer);
    const changed = document !== first.document && differences(partAt(first.document, pointer), value).length > 0;
    return html`<td class=${changed ? 'changed' : ''}>${changed && html`<span class="hidden">changed: </span>`}${value === undefined ? html`<span class="dim">not there</span>` : html`<code>${told(value)}</code>`}</td>`;
  };
  return html`<table class="grid differences" aria-label=${label}>
    <thead><tr><th>Where</th>${versions.map((one) => html`<th>${one.name}</th>`)}</tr></thead>
    <tbody>${pointers.map((pointer) => html`<tr><th scope="row"><code>${pointer}</code></th>${versions.map((one) => cell(pointer, one.document))}</tr>`)}</tbody>
  </table>`;
}
