// A problem as people read it: what went wrong, every wrong field, and where the code is explained.
import { Problem, changeToken, hasToken } from '../api.js';
import { html } from '../html.js';

/** @param {unknown} error @returns {Problem} */
export function asProblem(error) {
  if (error instanceof Problem) return error;
  return new Problem({
    title: 'The inspector failed',
    status: 0,
    code: 'inspector',
    detail: error instanceof Error ? error.message : String(error),
  });
}

/** @param {{error: unknown, retry?: () => void}} props */
export function ProblemView({ error, retry }) {
  const problem = asProblem(error);
  return html`<div class="problem">
    <p class="problem-title">
      ${problem.title}
      ${problem.type && html` <a class="code" href=${problem.type} target="_blank" rel="noopener">${problem.code}</a>`}
    </p>
    <p>${problem.detail}</p>
    ${problem.errors.length > 0 &&
    html`<ul class="field-errors">
      ${problem.errors.map(
        (one) => html`<li><code>${one.pointer || 'the whole body'}</code> ${one.detail} <span class="dim">${one.code}</span></li>`,
      )}
      ${problem.truncated && html`<li class="dim">There are more than these.</li>`}
    </ul>`}
    ${problem.status === 403 && hasToken() && html`<button type="button" onClick=${() => changeToken(problem).then((given) => given && retry?.())}>Use another token…</button>`}
    ${retry && html`<button type="button" onClick=${retry}>Try again</button>`}
  </div>`;
}
