// A client of rootwarp for Node.js (18 or later) and for browsers: typed questions, batches, retries, back-pressure.
// Copy it together with api.d.ts; it needs nothing else.
//
//   const rootwarp = new Rootwarp('http://127.0.0.1:7420', { token });
//   const answer = await rootwarp.resolve({ profile: 'lunge', actor: { position: [0, 0, 0], yaw: 0 }, target: … });

/** @typedef {import('./api.js').Operations} Operations */
/** @typedef {import('./api.js').Problem} Problem */
/** @typedef {import('./api.js').ResolveRequest} ResolveRequest */
/** @template {keyof Operations} K @typedef {Operations[K]['body']} Body */
/** @template {keyof Operations} K @typedef {Operations[K]['answer']} Answer */

/**
 * @typedef {object} Options
 * @property {string} [token]
 * @property {number} [timeout] milliseconds of one attempt [1000]
 * @property {number} [patience] milliseconds of one question with all its attempts [3000]
 * @property {number} [attempts] of one question, the first included [3]
 * @property {typeof globalThis.fetch} [fetch] in place of the global one
 */

/** The daemon refused: `problem` says what is wrong, with every wrong field. */
export class RootwarpProblem extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(`${problem.code}: ${problem.detail}`);
    this.name = 'RootwarpProblem';
    this.problem = problem;
  }
}

/** No answer in time: `cause` is the last failure; `status` is 429 or 503 when the daemon asked to wait, else 0. */
export class RootwarpUnavailable extends Error {
  /** @param {string} message @param {number} status @param {unknown} [cause] */
  constructor(message, status, cause) {
    super(message, { cause });
    this.name = 'RootwarpUnavailable';
    this.status = status;
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {string | undefined} etag @returns {Record<string, string>} */
const condition = (etag) => (etag ? { 'if-match': etag } : { 'if-none-match': '*' });

export class Rootwarp {
  #url;
  #headers;
  #options;
  #busyUntil = 0;

  /** @param {string} url @param {Options} [options] */
  constructor(url, options = {}) {
    this.#url = url.replace(/\/$/, '');
    this.#options = { timeout: 1000, patience: 3000, attempts: 3, fetch: globalThis.fetch, ...options };
    this.#headers = {
      'content-type': 'application/json',
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
    };
  }

  /** Milliseconds for which the daemon has asked to be left alone; 0: none. */
  get wait() {
    return Math.max(0, this.#busyUntil - performance.now());
  }

  /** Where the root lands, how far, how fast. @param {ResolveRequest} request */
  async resolve(request) {
    const answer = await this.#ask('/v1/resolve', request);
    return /** @type {Exclude<Answer<'resolve'>, { results: unknown }>} */ (answer);
  }

  /** The same for many, in their order; each has `result` or `problem`. @param {ResolveRequest[]} requests */
  async resolveBatch(requests) {
    const answer = await this.#ask('/v1/resolve', { requests });
    return /** @type {Extract<Answer<'resolve'>, { results: unknown }>} */ (answer).results;
  }

  /** The warped root at given times. @param {Body<'trajectory'>} request @returns {Promise<Answer<'trajectory'>>} */
  trajectory(request) {
    return this.#ask('/v1/trajectory', request);
  }

  /** The motion between two moments. @param {Body<'step'>} request @returns {Promise<Answer<'step'>>} */
  step(request) {
    return this.#ask('/v1/step', request);
  }

  /** Whether a track lies on the motion. @param {Body<'verify'>} request @returns {Promise<Answer<'verify'>>} */
  verify(request) {
    return this.#ask('/v1/verify', request);
  }

  /** Which profiles reach a target. @param {Body<'select'>} request @returns {Promise<Answer<'select'>>} */
  select(request) {
    return this.#ask('/v1/select', request);
  }

  /** What is doubtful about a profile. @param {Body<'validate'>} request @returns {Promise<Answer<'validate'>>} */
  validate(request) {
    return this.#ask('/v1/validate', request);
  }

  /** A stored profile and its ETag. @param {string} name @returns {Promise<{ document: Answer<'getProfile'>, etag: string }>} */
  async profile(name) {
    const { document, etag } = await this.#exchange('GET', `/v1/profiles/${encodeURIComponent(name)}`, undefined, {});
    return { document, etag };
  }

  /**
   * Stores a profile: a new one without `etag`, else in the place of the one that has it. Written once, never retried.
   * @param {string} name @param {Body<'putProfile'>} profile @param {string} [etag] @returns {Promise<Answer<'putProfile'>>}
   */
  async putProfile(name, profile, etag) {
    return (await this.#exchange('PUT', `/v1/profiles/${encodeURIComponent(name)}`, profile, condition(etag))).document;
  }

  /** The same for a clip. @param {string} name @param {Body<'putClip'>} clip @param {string} [etag] @returns {Promise<Answer<'putClip'>>} */
  async putClip(name, clip, etag) {
    return (await this.#exchange('PUT', `/v1/clips/${encodeURIComponent(name)}`, clip, condition(etag))).document;
  }

  /** A question, which may be asked again without harm. @param {string} path @param {unknown} body @returns {Promise<any>} */
  async #ask(path, body) {
    const { attempts, patience } = this.#options;
    const end = performance.now() + patience;
    if (this.wait > 0) throw new RootwarpUnavailable(`the daemon asked to wait for ${Math.ceil(this.wait)} ms`, 429);
    for (let n = 0; ; n++) {
      try {
        return (await this.#exchange('POST', path, body, {})).document;
      } catch (error) {
        if (!(error instanceof RootwarpUnavailable)) throw error;
        const { retryAfter } = /** @type {{ retryAfter?: number }} */ (error.cause ?? {});
        const ms = retryAfter ?? 5 * 2 ** n;
        if (performance.now() + ms >= end) {
          if (error.status) this.#busyUntil = performance.now() + ms;
          throw error;
        }
        if (n + 1 >= attempts) throw error;
        await pause(ms);
      }
    }
  }

  /**
   * @param {string} method @param {string} path @param {unknown} body @param {Record<string, string>} headers
   * @returns {Promise<{ document: any, etag: string }>}
   */
  async #exchange(method, path, body, headers) {
    /** @type {Response} */
    let response;
    /** @type {string} */
    let text;
    try {
      response = await this.#options.fetch(this.#url + path, {
        method,
        headers: { ...this.#headers, ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(this.#options.timeout),
      });
      text = await response.text();
    } catch (cause) {
      throw new RootwarpUnavailable(`${method} ${path} got no answer`, 0, cause);
    }
    if (response.status === 429 || response.status === 503) {
      const seconds = response.headers.get('retry-after');
      throw new RootwarpUnavailable(`the daemon answered ${response.status}`, response.status, {
        retryAfter: seconds === null ? undefined : 1000 * Number(seconds),
      });
    }
    if (response.ok) return { document: text === '' ? undefined : JSON.parse(text), etag: response.headers.get('etag') ?? '' };
    if (response.headers.get('content-type')?.startsWith('application/problem+json')) throw new RootwarpProblem(JSON.parse(text));
    throw new RootwarpUnavailable(`${method} ${path} was answered with ${response.status}, and by no rootwarpd`, 0);
  }
}
