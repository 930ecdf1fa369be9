import { render } from 'preact';
import { html } from './html.js';
import { Shell } from './shell.js';
import { applyTheme } from './theme.js';
import { complain } from './ui/toasts.js';

applyTheme();
addEventListener('unhandledrejection', (event) => complain(event.reason));
render(html`<${Shell} />`, /** @type {HTMLElement} */ (document.getElementById('app')));
