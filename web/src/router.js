// Where the reader is, and everything that is chosen there, stands behind the "#" of the address: a link is the whole
// state, and none of it reaches a log of the server.
import { useEffect, useState } from 'preact/hooks';

/** @typedef {Record<string, string>} Query */
/** @typedef {{path: string, query: Query}} Place */

/** @param {string} hash @returns {Place} */
export function parse(hash) {
  const text = hash.replace(/^#/, '');
  const mark = text.indexOf('?');
  const path = mark < 0 ? text : text.slice(0, mark);
  const query = Object.fromEntries(new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1)));
  return { path: path.startsWith('/') ? path : '/', query };
}

/** The address of a place; members of the query that are empty or null are left out.
 * @param {string} path @param {Record<string, string | number | boolean | null | undefined>} [query] */
export function href(path, query = {}) {
  const kept = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const text = new URLSearchParams(kept.map(([key, value]) => [key, String(value)])).toString();
  // Commas and slashes are plain in a fragment, and links are read by people.
  return `#${path}${text && '?' + text.replaceAll('%2C', ',').replaceAll('%2F', '/')}`;
}

/** Path of a document's page. @param {'clips' | 'profiles'} kind @param {string} name */
export const documentPath = (kind, name) => `/${kind}/${encodeURIComponent(name)}`;

/** @returns {Place} */
export const here = () => parse(location.hash);

const listeners = new Set();
const tell = () => listeners.forEach((listener) => listener());
addEventListener('hashchange', tell);
addEventListener('popstate', tell);

/** Goes to an address made by href(). @param {string} address @param {{replace?: boolean}} [how] */
export function navigate(address, how = {}) {
  if (address === location.hash) return;
  history[how.replace ? 'replaceState' : 'pushState'](null, '', address);
  tell();
}

/** Changes members of the query; null takes one away. Without `push` the step leaves no mark in the history.
 * @param {Record<string, string | number | boolean | null | undefined>} patch @param {{push?: boolean}} [how] */
export function setQuery(patch, how = {}) {
  const { path, query } = here();
  navigate(href(path, { ...query, ...patch }), { replace: !how.push });
}

/** The place, kept up to date. @returns {Place} */
export function usePlace() {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const listener = () => setPlace(here());
    listeners.add(listener);
    listener();
    return () => void listeners.delete(listener);
  }, []);
  return place;
}

/** The parameters of a path that has the form of a pattern such as "/clips/:name", else null.
 * @param {string} pattern @param {string} path @returns {Record<string, string> | null} */
export function match(pattern, path) {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  /** @type {Record<string, string>} */
  const parameters = {};
  for (const [i, part] of wanted.entries()) {
    if (part.startsWith(':')) {
      try {
        parameters[part.slice(1)] = decodeURIComponent(given[i]);
      } catch {
        return null;
      }
    } else if (part !== given[i]) {
      return null;
    }
  }
  return parameters;
}
