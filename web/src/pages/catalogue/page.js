// The catalogue: profiles or clips, narrowed by what the address says, as one table.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { pages } from '../../api.js';
import { html } from '../../html.js';
import { here, setQuery } from '../../router.js';
import { ProblemView } from '../../ui/problem.js';
import { Table } from '../../ui/table.js';
import { UploadButton } from '../../ui/upload.js';
import { useUnit } from '../../units.js';
import { clipColumns, profileColumns } from './columns.js';

/** @typedef {import('../../types.js').ClipEntry | import('../../types.js').ProfileEntry} Entry */
/** @typedef {{items: Entry[], more: boolean, error: unknown}} Listing */

const PAGE = 500;
const order = new Intl.Collator('en', { numeric: true });

/** @returns {'clips' | 'profiles'} */
const kindHere = () => (here().path === '/clips' ? 'clips' : 'profiles');

export const title = () => (kindHere() === 'clips' ? 'Clips' : 'Profiles');

/** Every entry that fits, page after page; each page is shown as it comes.
 * @param {'clips' | 'profiles'} kind @param {Record<string, string | undefined>} filter @returns {Listing & {reload: () => void}} */
function useListing(kind, filter) {
  const [listing, setListing] = useState(/** @type {Listing} */ ({ items: [], more: true, error: null }));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    /** @type {Entry[]} */
    let items = [];
    pages(`/v1/${kind}`, { query: { ...filter, limit: PAGE }, signal: abort.signal }, (page, more) => {
      if (abort.signal.aborted) return false;
      items = items.concat(/** @type {Entry[]} */ (page));
      setListing({ items, more, error: null });
      return true;
    }).catch((error) => abort.signal.aborted || setListing({ items, more: false, error }));
    return () => abort.abort();
  }, [kind, JSON.stringify(filter), turn]);
  return { ...listing, reload: () => setTurn((last) => last + 1) };
}

/** @param {Entry[]} items @param {import('../../ui/table.js').Column<any> | undefined} column @param {boolean} descending */
function sorted(items, column, descending) {
  if (!column?.sort || (column.key === 'name' && !descending)) return items;
  const by = column.sort;
  const sign = descending ? -1 : 1;
  return items
    .map((item) => ({ item, at: by(item) }))
    .sort((a, b) => {
      const first = typeof a.at === 'number' && typeof b.at === 'number' ? a.at - b.at : order.compare(String(a.at), String(b.at));
      return sign * (first || order.compare(a.item.name, b.item.name));
    })
    .map(({ item }) => item);
}

/** A filter that the address holds, with a button to drop it. @param {{label: string, name: string, value?: string}} props */
function Chip({ label, name, value }) {
  if (!value) return null;
  return html`<button type="button" class="chip" onClick=${() => setQuery({ [name]: null }, { push: true })}>
    ${label} <b>${value}</b> <span aria-hidden="true">✕</span><span class="hidden">remove this filter</span>
  </button>`;
}

/** @param {{kind: 'clips' | 'profiles', query: import('../../router.js').Query}} props */
function Filters({ kind, query }) {
  const [tag, setTag] = useState('');
  return html`
    ${kind === 'profiles' &&
    html`<label class="inline">Findings
      <select value=${query.severity ?? ''} onChange=${(/** @type {any} */ event) => setQuery({ severity: event.target.value }, { push: true })}>
        <option value="">any or none</option>
        <option value="info">info or graver</option>
        <option value="warning">warning or graver</option>
        <option value="error">error</option>
      </select>
    </label>`}
    <form onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      if (tag.trim()) setQuery({ tag: tag.trim() }, { push: true });
      setTag('');
    }}>
      <label class="inline">Tag <input class="short" value=${tag} spellcheck=${false} autocomplete="off"
        onInput=${(/** @type {any} */ event) => setTag(event.target.value)} /></label>
    </form>
    <${Chip} label="name begins with" name="prefix" value=${query.prefix} />
    <${Chip} label="tag" name="tag" value=${query.tag} />
    ${kind === 'profiles' && html`<${Chip} label="of clip" name="clip" value=${query.clip} />`}
  `;
}

/** @param {{kind: string, filtered: boolean}} props */
function Nothing({ kind, filtered }) {
  if (filtered) return html`<p class="empty">No ${kind} fit these filters.</p>`;
  return html`<div class="empty">
    <p>There are no ${kind} yet.</p>
    <p>Bake a motion file with <code>rootwarp bake walk.fbx -o walk.clip.json</code> and drop what it writes here, or push it with
      <code>rootwarp push clip walk walk.clip.json</code>.</p>
  </div>`;
}

/** @param {import('../index.js').PageProps} props */
export function Page({ query }) {
  const kind = kindHere();
  const unit = useUnit();
  const filter = { prefix: query.prefix, tag: query.tag, ...(kind === 'profiles' ? { clip: query.clip, severity: query.severity } : {}) };
  const { items, more, error, reload } = useListing(kind, filter);
  const columns = /** @type {import('../../ui/table.js').Column<any>[]} */ (
    useMemo(() => (kind === 'clips' ? clipColumns(unit) : profileColumns()), [kind, unit])
  );
  const sort = query.sort ?? 'name';
  const descending = query.order === 'down';
  const rows = useMemo(() => sorted(items, columns.find((one) => one.key === sort), descending), [items, sort, descending, kind, unit]);
  const filtered = Object.values(filter).some(Boolean);
  return html`<div class="page page-full">
    <div class="toolbar">
      <h1>${title()}</h1>
      <span class="count dim" role="status">${more ? `${items.length} so far…` : `${items.length}`}</span>
      <${Filters} kind=${kind} query=${query} />
      <span class="grow"></span>
      <${UploadButton} />
    </div>
    ${error !== null && html`<${ProblemView} error=${error} retry=${reload} />`}
    ${!more && error === null && items.length === 0
      ? html`<${Nothing} kind=${kind} filtered=${filtered} />`
      : html`<${Table} label=${title()} columns=${columns} items=${rows} itemKey=${(/** @type {Entry} */ one) => one.name}
          sort=${sort} descending=${descending}
          onSort=${(/** @type {string} */ key) => setQuery({ sort: key === 'name' ? null : key, order: key === sort && !descending ? 'down' : null })} />`}
  </div>`;
}
