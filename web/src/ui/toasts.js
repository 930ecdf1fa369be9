// Messages at the corner of the window. Good news goes by itself; a problem stays until it is closed.
import { useEffect, useState } from 'preact/hooks';
import { html } from '../html.js';
import { ProblemView } from './problem.js';

const GOOD_NEWS_MS = 4000;
const MOST = 4;

/** @typedef {{id: number, text?: string, error?: unknown}} Toast */

/** @type {Toast[]} */
let toasts = [];
let next = 1;
const listeners = new Set();

/** @param {Toast[]} now */
function set(now) {
  toasts = now;
  listeners.forEach((listener) => listener());
}

/** @param {number} id */
const close = (id) => set(toasts.filter((toast) => toast.id !== id));

/** @param {Omit<Toast, 'id'>} toast */
function add(toast) {
  const id = next++;
  set([...toasts.slice(1 - MOST), { ...toast, id }]);
  return id;
}

/** @param {string} text */
export function say(text) {
  const id = add({ text });
  setTimeout(() => close(id), GOOD_NEWS_MS);
}

/** @param {unknown} error */
export function complain(error) {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  add({ error });
}

export function Toasts() {
  const [, setTurn] = useState(0);
  useEffect(() => {
    const listener = () => setTurn((turn) => turn + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  const shown = (/** @type {Toast[]} */ some) =>
    some.map(
      (toast) => html`<div key=${toast.id} class=${toast.error ? 'toast toast-problem' : 'toast'} role=${toast.error ? 'alert' : 'status'}>
        <div class="toast-body">${toast.error ? html`<${ProblemView} error=${toast.error} />` : toast.text}</div>
        <button type="button" class="plain" aria-label="Close message" onClick=${() => close(toast.id)}>✕</button>
      </div>`,
    );
  return html`<div role="region" aria-label="Messages" aria-live="polite">
    <div class="toasts toasts-said">${shown(toasts.filter((one) => !one.error))}</div>
    <div class="toasts toasts-problems">${shown(toasts.filter((one) => one.error))}</div>
  </div>`;
}
