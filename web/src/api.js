// The daemon's API: requests, entity tags, problems, the token. Every number on the pages comes through here.

/** @typedef {import('./types.js').FieldError} FieldError */

/** What went wrong, as a problem document tells it, or in the same form where no answer came. */
export class Problem extends Error {
  /** @param {{title: string, status: number, code: string, detail: string, type?: string, instance?: string,
   *   retryable?: boolean, errors?: FieldError[], errors_truncated?: boolean}} document */
  constructor(document) {
    super(document.detail || document.title);
    this.name = 'Problem';
    this.title = document.title;
    this.status = document.status;
    this.code = document.code;
    this.detail = document.detail;
    this.type = document.type ?? '';
    this.instance = document.instance ?? '';
    this.retryable = document.retryable ?? false;
    this.errors = document.errors ?? [];
    this.truncated = document.errors_truncated ?? false;
  }
}

/** @template T
 * @typedef {{status: number, data: T, etag: string | null, version: string | null}} Answer */

/** @typedef {object} RequestOptions
 * @property {Record<string, string | number | null | undefined>} [query] members that are empty are left out
 * @property {unknown} [body] sent as JSON
 * @property {string} [text] a body that is JSON already
 * @property {string} [ifMatch] an entity tag without quotes
 * @property {boolean} [create] only where there is nothing yet
 * @property {AbortSignal} [signal] */

const TOKEN = 'rootwarp.token';
/** @type {(refused: Problem | null) => Promise<string | null>} */
let askForToken = async () => null;
/** @type {Promise<boolean> | null} */
let asking = null;
/** The version of the catalogue after this page's last write; reads ask for no older one. */
let written = '';

/** Tells how to ask the reader for a token; it answers null when none is given.
 * @param {(refused: Problem | null) => Promise<string | null>} ask refused: what the daemon said of the one that was used */
export function onTokenNeeded(ask) {
  askForToken = ask;
}

/** Whether there is a token to try again with. Requests that wait for one wait together.
 * @param {string | null} used @param {Problem | null} refused */
function obtainToken(used, refused) {
  if (sessionStorage.getItem(TOKEN) !== used) return Promise.resolve(true);
  asking ??= askForToken(refused)
    .then((token) => {
      if (token) sessionStorage.setItem(TOKEN, token);
      return Boolean(token);
    })
    .finally(() => (asking = null));
  return asking;
}

/** @param {string} path @param {RequestOptions['query']} query */
function target(path, query) {
  const kept = Object.entries(query ?? {}).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const text = new URLSearchParams(kept.map(([key, value]) => [key, String(value)])).toString();
  return text ? `${path}?${text}` : path;
}

/** @param {string} method @param {RequestOptions} options @param {string | null} token */
function headersOf(method, options, token) {
  /** @type {Record<string, string>} */
  const headers = { Accept: 'application/json, application/problem+json' };
  if (options.body !== undefined || options.text !== undefined) headers['Content-Type'] = 'application/json';
  if (options.ifMatch) headers['If-Match'] = `"${options.ifMatch}"`;
  if (options.create) headers['If-None-Match'] = '*';
  if (token) headers.Authorization = `Bearer ${token}`;
  if (written && method === 'GET') headers['X-Min-Catalog-Version'] = written;
  return headers;
}

/** @param {Response} response @returns {Promise<Problem>} */
async function problemOf(response) {
  try {
    if (response.headers.get('Content-Type')?.startsWith('application/problem+json')) {
      return new Problem(await response.json());
    }
  } catch {
    // Told below, by its status alone.
  }
  return new Problem({
    title: response.statusText || 'No problem document',
    status: response.status,
    code: 'unknown',
    detail: `The server answered ${response.status} without saying why.`,
  });
}

/** @param {string} method @param {string} path @param {RequestOptions} [options] @returns {Promise<Answer<any>>} */
export async function request(method, path, options = {}) {
  for (;;) {
    const token = sessionStorage.getItem(TOKEN);
    let response;
    try {
      response = await fetch(target(path, options.query), {
        method,
        headers: headersOf(method, options, token),
        body: options.text ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
        signal: options.signal,
        // The API has entity tags of its own; a cache between would only hide what the server says.
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
      });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new Problem({
        title: 'The daemon does not answer',
        status: 0,
        code: 'unreachable',
        detail: 'No connection to rootwarpd. See whether it still runs, then try again.',
        retryable: true,
      });
    }
    if (!response.ok) {
      const problem = await problemOf(response);
      if (response.status === 401 && (await obtainToken(token, token === null ? null : problem))) continue;
      throw problem;
    }
    const version = response.headers.get('X-Catalog-Version');
    if (version && (method === 'PUT' || method === 'DELETE')) written = version;
    const etag = response.headers.get('ETag')?.replace(/^(?:W\/)?"(.*?)(?:-gzip)?"$/, '$1') ?? null;
    return { status: response.status, data: response.status === 204 ? null : await response.json(), etag, version };
  }
}

/** @param {string} path @param {RequestOptions} [options] */
export const get = (path, options) => request('GET', path, options);
/** @param {string} path @param {RequestOptions} options */
export const put = (path, options) => request('PUT', path, options);
/** @param {string} path @param {RequestOptions} options */
export const post = (path, options) => request('POST', path, options);
/** @param {string} path @param {RequestOptions} options */
export const remove = (path, options) => request('DELETE', path, options);

/** Path of a document, or of a revision of it.
 * @param {'clips' | 'profiles'} kind @param {string} name @param {number | string | null} [revision] */
export function documentUrl(kind, name, revision) {
  const base = `/v1/${kind}/${encodeURIComponent(name)}`;
  return revision ? `${base}/revisions/${revision}` : base;
}

/** All pages of a list, one after the other, as they come; `take` says false to stop.
 * @template Item
 * @param {string} path @param {RequestOptions} options @param {(items: Item[], more: boolean) => boolean | void} take */
export async function pages(path, options, take) {
  /** @type {string | undefined} */
  let cursor;
  do {
    const { data } = await get(path, { ...options, query: { ...options.query, cursor } });
    cursor = data.next_cursor;
    if (take(data.items, cursor !== undefined) === false) return;
  } while (cursor !== undefined);
}

/** Calls that follow a pointer: at most one is under way, and of those that wait only the last is made.
 * @template Input, Output
 * @param {(input: Input) => Promise<Output>} call @param {(output: Output, input: Input) => void} take
 * @param {(error: unknown) => void} fail
 * @returns {(input: Input) => void} */
export function latest(call, take, fail) {
  let busy = false;
  /** @type {{input: Input} | null} */
  let waiting = null;
  /** @param {Input} input */
  const run = async (input) => {
    busy = true;
    try {
      take(await call(input), input);
    } catch (error) {
      fail(error);
    }
    busy = false;
    if (waiting) {
      const next = waiting.input;
      waiting = null;
      run(next);
    }
  };
  return (input) => {
    if (busy) waiting = { input };
    else run(input);
  };
}

/** Asks for another token, where the one at hand is not allowed to. False when none is given. @param {Problem} refused */
export const changeToken = (refused) => obtainToken(sessionStorage.getItem(TOKEN), refused);

/** Whether requests carry a token. */
export const hasToken = () => sessionStorage.getItem(TOKEN) !== null;
