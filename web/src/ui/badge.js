// Findings at a glance: a shape and a word, so that no colour has to be told from another.
import { html } from '../html.js';

const SHAPES = { error: '✕', warning: '▲', info: 'ℹ' };

/** @param {{severity: import('../types.js').Severity | null, count?: number}} props */
export function SeverityBadge({ severity, count }) {
  if (!severity) return html`<span class="badge badge-none"><span aria-hidden="true">✓</span> clean</span>`;
  return html`<span class="badge badge-${severity}">
    <span aria-hidden="true">${SHAPES[severity]}</span> ${count !== undefined ? `${count} ` : ''}${severity}
  </span>`;
}

/** @param {{tags: string[], onPick?: (tag: string) => void}} props */
export function Tags({ tags, onPick }) {
  return html`<span class="tags">
    ${tags.map((tag) =>
      onPick
        ? html`<button type="button" class="tag" title="Show only what has this tag" onClick=${() => onPick(tag)}>${tag}</button>`
        : html`<span class="tag">${tag}</span>`,
    )}
  </span>`;
}
