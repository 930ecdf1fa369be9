// The question as others ask it: a line for a shell, or the body alone.
import { hasToken } from '../../api.js';
import { html } from '../../html.js';
import { complain, say } from '../../ui/toasts.js';

/** @param {unknown} body */
export function curlOf(body) {
  const token = hasToken() ? ` -H "Authorization: Bearer $ROOTWARP_TOKEN"` : '';
  const text = JSON.stringify(body, null, 2).replaceAll("'", `'\\''`);
  return `curl -s ${location.origin}/v1/resolve${token} -H 'Content-Type: application/json' -d '${text}'`;
}

/** @param {string} text @param {string} what */
async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} is on the clipboard.`);
  } catch {
    complain(new Error('The browser does not let this page use the clipboard.'));
  }
}

/** @param {{request: unknown, answer: unknown}} props */
export function CopyButtons({ request, answer }) {
  return html`<div class="switch" role="group" aria-label="Copy">
    <button type="button" onClick=${() => copy(curlOf(request), 'The request, for a shell,')}>curl</button>
    <button type="button" onClick=${() => copy(JSON.stringify(request, null, 2), 'The request')}>JSON</button>
    <button type="button" disabled=${!answer} onClick=${() => copy(JSON.stringify(answer, null, 2), 'The answer')}>answer</button>
    <button type="button" onClick=${() => copy(location.href, 'The link')}>link</button>
  </div>`;
}
