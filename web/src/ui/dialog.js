// A modal dialog: opened by being rendered, closed by Escape or its buttons.
import { useEffect, useId, useRef } from 'preact/hooks';
import { html } from '../html.js';

/** @param {{title: string, onClose: () => void, children: import('../html.js').Children}} props */
export function Dialog({ title, onClose, children }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const label = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return html`<dialog
    ref=${element}
    aria-labelledby=${label}
    onCancel=${(/** @type {Event} */ event) => {
      event.preventDefault();
      onClose();
    }}
  >
    <h2 id=${label}>${title}</h2>
    ${children}
  </dialog>`;
}
