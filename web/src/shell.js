// What is around every page: header, search, messages; and the choice of the page.
import { useEffect, useRef, useState } from 'preact/hooks';
import { get } from './api.js';
import { html } from './html.js';
import { pages } from './pages/index.js';
import { here, href, match, navigate, usePlace } from './router.js';
import { theme, toggleTheme } from './theme.js';
import { ProblemView } from './ui/problem.js';
import { Toasts } from './ui/toasts.js';
import { TokenDialog } from './ui/token.js';
import { UploadHost } from './ui/upload.js';
import { setUnit, useUnit } from './units.js';

/** @typedef {import('./pages/index.js').PageModule} PageModule */

const isList = (/** @type {string} */ path) => path === '/' || path === '/clips' || path === '/profiles';

/** Narrows the catalogue while one types; from another page on Enter. */
function Search() {
  const { path, query } = usePlace();
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [text, setText] = useState(query.prefix ?? '');
  useEffect(() => setText(isList(path) ? query.prefix ?? '' : ''), [path, query.prefix]);
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const focus = (event) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  /** @param {string} prefix */
  const find = (prefix) => {
    const now = here();
    const list = isList(now.path);
    navigate(href(list ? now.path : '/', { ...(list ? now.query : {}), prefix }), { replace: list });
  };
  return html`<form class="search" role="search" onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    find(text.trim());
  }}>
    <input ref=${input} type="search" placeholder="Find by name" aria-label="Find clips and profiles whose name begins with"
      value=${text} spellcheck=${false} onInput=${(/** @type {any} */ event) => {
        setText(event.target.value);
        if (isList(here().path)) find(event.target.value.trim());
      }} />
    <kbd aria-hidden="true">/</kbd>
  </form>`;
}

function UnitSwitch() {
  const unit = useUnit();
  return html`<div class="switch" role="group" aria-label="Unit of lengths">
    ${/** @type {const} */ (['cm', 'm']).map(
      (one) => html`<button type="button" aria-pressed=${unit === one} onClick=${() => setUnit(one)}>${one}</button>`,
    )}
  </div>`;
}

function ThemeButton() {
  const [now, setNow] = useState(theme);
  const other = now === 'dark' ? 'light' : 'dark';
  return html`<button type="button" class="icon-button" aria-label="Use ${other} colours" title="Use ${other} colours"
    onClick=${() => setNow(toggleTheme())}>${now === 'dark' ? '☀' : '☾'}</button>`;
}

function Versions() {
  const [text, setText] = useState('');
  useEffect(() => {
    get('/v1/limits').then(
      ({ data }) => setText(`rootwarpd ${data.server_version}, solver ${data.solver_version}`),
      () => setText(''),
    );
  }, []);
  return html`<span class="versions dim">${text}</span>`;
}

function Header() {
  const { path } = usePlace();
  const at = (/** @type {string} */ prefix) => (path.startsWith(prefix) ? 'page' : undefined);
  return html`<header class="header">
    <a class="brand" href="#/"><img src="/assets/icon.svg" alt="" width="20" height="20" /> rootwarp</a>
    <nav aria-label="Pages">
      <a href="#/profiles" aria-current=${path === '/' ? 'page' : at('/profiles')}>Profiles</a>
      <a href="#/clips" aria-current=${at('/clips')}>Clips</a>
      <a href="/docs">API</a>
    </nav>
    <${Search} />
    <span class="grow"></span>
    <${Versions} />
    <${UnitSwitch} />
    <${ThemeButton} />
  </header>`;
}

/** @param {string} path */
function find(path) {
  for (const page of pages) {
    const params = match(page.pattern, path);
    if (params) return { ...page, params };
  }
  return null;
}

/** The page of the place, with its module once that is here. */
function CurrentPage() {
  const { path, query } = usePlace();
  const page = find(path);
  const [loaded, setLoaded] = useState(/** @type {{pattern: string, module?: PageModule, error?: unknown} | null} */ (null));
  useEffect(() => {
    if (!page) return;
    page.load().then(
      (module) => setLoaded({ pattern: page.pattern, module }),
      (error) => setLoaded({ pattern: page.pattern, error }),
    );
  }, [page?.pattern]);
  const module = page && loaded?.pattern === page.pattern ? loaded.module : undefined;
  useEffect(() => {
    document.title = module && page ? `${module.title(page.params)} · rootwarp` : 'rootwarp';
  }, [path, module]);
  if (!page) {
    return html`<div class="page"><h1>No such page</h1><p>Nothing is shown under <code>${path}</code>. <a href="#/">To the catalogue</a></p></div>`;
  }
  if (loaded?.pattern === page.pattern && loaded.error) {
    return html`<div class="page"><${ProblemView} error=${loaded.error} retry=${() => location.reload()} /></div>`;
  }
  return module ? html`<${module.Page} key=${path} params=${page.params} query=${query} />` : html`<div class="page" aria-busy="true"></div>`;
}

export function Shell() {
  return html`
    <a class="skip" href="#main" onClick=${(/** @type {Event} */ event) => {
      event.preventDefault();
      document.getElementById('main')?.focus();
    }}>To the content</a>
    <${Header} />
    <main id="main" tabindex="-1"><${CurrentPage} /></main>
    <${Toasts} />
    <${UploadHost} />
    <${TokenDialog} />
  `;
}
