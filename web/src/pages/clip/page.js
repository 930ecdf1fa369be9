// A clip.
import { html } from '../../html.js';

export const title = (/** @type {Record<string, string>} */ params) => params.name;

/** @param {import('../index.js').PageProps} props */
export function Page({ params }) {
  return html`<div class="page"><h1>${params.name}</h1></div>`;
}
