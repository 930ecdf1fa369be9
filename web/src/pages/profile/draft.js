// A profile while it is edited: parts by JSON pointer, and what differs between two versions.

/** @typedef {import('./types.js').Document} Document */
/** @typedef {{pointer: string, before: unknown, after: unknown}} Difference */

const isObject = (/** @type {unknown} */ value) => typeof value === 'object' && value !== null;
/** Whether it can be shown as a profile at all; what else is wrong with it the daemon tells. @param {any} document @returns {boolean} */
export const isProfile = (document) =>
  document?.kind === 'reach' || (document?.kind === 'phases' && Array.isArray(document.phases) && document.phases.every(isObject));

/** @param {string} part */
const escaped = (part) => part.replaceAll('~', '~0').replaceAll('/', '~1');
/** @param {string} pointer */
const partsOf = (pointer) => pointer.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** @param {unknown} document @param {string} pointer @returns {any} */
export function partAt(document, pointer) {
  /** @type {any} */
  let at = document;
  for (const part of partsOf(pointer)) at = at?.[part];
  return at;
}

/** The document with one part changed; undefined takes it away, and the object that it leaves empty with it.
 * @param {any} document @param {string} pointer @param {unknown} value @returns {any} */
export function withPart(document, pointer, value) {
  const [part, ...rest] = partsOf(pointer);
  const inner = rest.length > 0 ? withPart(document?.[part], rest.map((one) => `/${escaped(one)}`).join(''), value) : value;
  if (Array.isArray(document)) {
    const copy = [...document];
    if (inner === undefined) copy.splice(Number(part), 1);
    else copy[Number(part)] = inner;
    return copy;
  }
  const copy = { ...document };
  if (inner === undefined || (value === undefined && isObject(inner) && !Array.isArray(inner) && Object.keys(inner).length === 0)) delete copy[part];
  else copy[part] = inner;
  return copy;
}

/** Leaves that differ, in the order of the first, then of the second. @param {unknown} before @param {unknown} after @param {string} [pointer] @returns {Difference[]} */
export function differences(before, after, pointer = '') {
  if (isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after)) {
    const [a, b] = [/** @type {Record<string, unknown>} */ (before), /** @type {Record<string, unknown>} */ (after)];
    const keys = [...Object.keys(a), ...Object.keys(b).filter((key) => !(key in a))];
    return keys.flatMap((key) => differences(a[key], b[key], `${pointer}/${escaped(key)}`));
  }
  return before === after ? [] : [{ pointer, before, after }];
}

/** @param {unknown} a @param {unknown} b */
export const same = (a, b) => differences(a, b).length === 0;

/** Their document with what was changed here. @param {Document} base @param {Document} mine @param {Document} theirs @returns {Document} */
export const merged = (base, mine, theirs) =>
  // From the back, so that parts that are taken out of a list leave the places before them as they are.
  differences(base, mine).reverse().reduce((document, one) => withPart(document, one.pointer, one.after), theirs);

/** @param {unknown} value */
export const told = (value) => (value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value));
