// What changes while one plays with the page. It stands in the address too, but only once the hand rests: a browser
// does not like its address to change with every move of a pointer.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { here, setQuery } from '../../router.js';

/** @typedef {import('../../router.js').Query} Query */

const REST_MS = 150;

/** A value that is read from members of the query and written to them.
 * @template T
 * @param {(query: Query) => T} read @param {(value: T) => Record<string, string | null>} write @param {Query} query
 * @returns {[T, (next: T | ((last: T) => T)) => void]} */
export function useInAddress(read, write, query) {
  const [value, setValue] = useState(() => read(query));
  const timer = useRef(0);
  const written = useRef(members(query, write(value)));
  /** What was written and has not come back yet: on a busy machine the page may see an older one after the next was written. */
  const underWay = useRef(/** @type {string[]} */ ([]));
  const now = members(query, write(value));
  const latest = useRef(value);
  latest.current = value;
  // Somebody else changed the address: a link, "back", a hand.
  useLayoutEffect(() => {
    const own = underWay.current.indexOf(now);
    if (own >= 0) underWay.current.splice(0, own + 1);
    if (own >= 0 || now === written.current) return;
    written.current = now;
    clearTimeout(timer.current);
    setValue(read(query));
  }, [now]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    value,
    (next) => {
      setValue((last) => {
        latest.current = typeof next === 'function' ? /** @type {(last: T) => T} */ (next)(last) : next;
        return latest.current;
      });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const wanted = write(latest.current);
        // An address that somebody else changed meanwhile is about to be read.
        if (members(here().query, wanted) !== written.current) return;
        const address = members({ ...here().query, ...clean(wanted) }, wanted);
        if (address !== written.current) underWay.current.push(address);
        written.current = address;
        setQuery(wanted);
      }, REST_MS);
    },
  ];
}

/** @param {Record<string, string | null>} wanted @returns {Query} */
const clean = (wanted) => Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, value ?? '']));

/** What the query says of the members that are written. @param {Query} query @param {Record<string, string | null>} wanted */
const members = (query, wanted) => JSON.stringify(Object.keys(wanted).map((key) => query[key] ?? ''));

/** A key once it has rested for a while; null until then. @param {string} key @param {number} ms @returns {string | null} */
export function useRested(key, ms) {
  const [rested, setRested] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    const timer = setTimeout(() => setRested(key), ms);
    return () => clearTimeout(timer);
  }, [key]);
  return rested === key ? rested : null;
}

/** Moves a clock while it plays, round and round. @param {boolean} playing @param {number} duration @param {number} now @param {(elapsed: number) => void} move */
export function usePlayback(playing, duration, now, move) {
  const at = useRef(now);
  at.current = now;
  const go = useRef(move);
  go.current = move;
  useEffect(() => {
    if (!playing || !(duration > 0)) return undefined;
    let last = performance.now();
    let frame = requestAnimationFrame(function step(time) {
      at.current = (at.current + Math.max(0, time - last) / 1000) % duration;
      last = time;
      go.current(at.current);
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, duration]);
}
