// Findings as a list: what, where, and what to do.
import { html } from '../html.js';
import { show } from '../units.js';
import { SeverityBadge } from './badge.js';

/** @param {{findings: import('../types.js').Finding[]}} props */
export function Findings({ findings }) {
  if (findings.length === 0) return html`<p class="dim">Nothing doubtful was found.</p>`;
  return html`<ul class="findings">
    ${findings.map(
      (one) => html`<li>
        <${SeverityBadge} severity=${one.severity} />
        <div>
          <p><b>${one.code.replaceAll('_', ' ')}</b> <code class="dim">${one.pointer || one.document}</code>
            ${one.value !== null && html` <span class="num">${show(one.value, 4)}${one.limit !== null && html` <span class="dim">against ${show(one.limit, 4)}</span>`}</span>`}</p>
          <p>${one.advice}</p>
        </div>
      </li>`,
    )}
  </ul>`;
}
