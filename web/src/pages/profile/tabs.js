// Tabs: one of several bodies, chosen with a click or the arrow keys.
import { html } from '../../html.js';

/** @param {{chosen: string, onChoose: (key: string) => void, tabs: {key: string, name: string, body: () => any}[]}} props */
export function Tabs({ chosen, onChoose, tabs }) {
  const at = Math.max(0, tabs.findIndex((one) => one.key === chosen));
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? tabs.length - 1 : 0;
    if (!by) return;
    event.preventDefault();
    const next = tabs[(at + by) % tabs.length];
    onChoose(next.key);
    document.getElementById(`tab-${next.key}`)?.focus();
  };
  return html`<section class="card tabbed">
    <div class="tabs" role="tablist" aria-label="Panel" onKeyDown=${press}>
      ${tabs.map(
        (one, i) => html`<button type="button" role="tab" id="tab-${one.key}" aria-selected=${i === at} aria-controls="panel" tabindex=${i === at ? 0 : -1} onClick=${() => onChoose(one.key)}>${one.name}</button>`,
      )}
    </div>
    <div role="tabpanel" id="panel" aria-labelledby="tab-${tabs[at].key}" tabindex="0" class="tab-body">${tabs[at].body()}</div>
  </section>`;
}
