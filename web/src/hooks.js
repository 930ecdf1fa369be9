// What pages do with the API over and over.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { latest } from './api.js';
import { here, setQuery, usePlace } from './router.js';

/** Browsers take only so many changes of the address a second. */
const REST_MS = 150;

/** @template T
 * @typedef {{data: T | null, error: unknown, busy: boolean, reload: () => void}} Loaded */

/** Loads again whenever `key` changes, and drops what comes too late. What was there stays until the next has come.
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} load @param {string} key @returns {Loaded<T>} */
export function useLoaded(load, key) {
  const [state, setState] = useState(
    /** @type {{key: string, data: T | null, error: unknown, busy: boolean}} */ ({ key: '', data: null, error: null, busy: true }),
  );
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    setState((last) => ({ ...last, busy: true }));
    load(abort.signal).then(
      (data) => abort.signal.aborted || setState({ key, data, error: null, busy: false }),
      (error) => abort.signal.aborted || setState({ key, data: null, error, busy: false }),
    );
    return () => abort.abort();
  }, [key, turn]);
  return { data: state.data, error: state.error, busy: state.busy, reload: () => setTurn((last) => last + 1) };
}

/** The answer to an input that changes with every move of the pointer. What was there stays until the next has come.
 * @template Input, Output
 * @param {(input: Input) => Promise<Output>} call @param {Input | null} input null: nothing is asked
 * @param {string} key changes when the input does
 * @returns {{output: Output | null, error: unknown}} */
export function useLatest(call, input, key) {
  const [state, setState] = useState(/** @type {{output: Output | null, error: unknown}} */ ({ output: null, error: null }));
  const current = useRef(call);
  current.current = call;
  const [ask] = useState(() =>
    latest(
      (/** @type {Input} */ one) => current.current(one),
      (output) => setState({ output, error: null }),
      (error) => setState((last) => ({ ...last, error })),
    ),
  );
  // Not after the next picture: that would cost a frame of every two.
  useLayoutEffect(() => {
    if (input !== null) ask(input);
  }, [key]);
  return state;
}

/** The width of an element in pixels, kept up to date; it may come later than the component. @param {number} first
 * @returns {[(element: any) => void, number]} a ref for the element, and the width */
export function useWidth(first) {
  const [element, setElement] = useState(/** @type {HTMLElement | null} */ (null));
  const [width, setWidth] = useState(first);
  useEffect(() => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, width];
}

/** The height of the window in pixels, kept up to date. */
export function useWindowHeight() {
  const [height, setHeight] = useState(innerHeight);
  useEffect(() => {
    const listener = () => setHeight(innerHeight);
    addEventListener('resize', listener);
    return () => removeEventListener('resize', listener);
  }, []);
  return height;
}

/** A number that stands in the address but may change with every frame: there it is written once it rests.
 * @param {string} name @param {number} otherwise @returns {[number, (value: number) => void]} */
export function useQueryNumber(name, otherwise) {
  const { query } = usePlace();
  const text = query[name];
  const [value, setValue] = useState(() => numberOf(text, otherwise));
  const timer = useRef(0);
  const mine = useRef(text);
  /** What was written and has not come back yet. */
  const underWay = useRef(/** @type {(string | undefined)[]} */ ([]));
  useEffect(() => {
    const own = underWay.current.indexOf(text);
    if (own >= 0) underWay.current.splice(0, own + 1);
    if (own >= 0 || text === mine.current) return;
    mine.current = text;
    setValue(numberOf(text, otherwise));
  }, [text]);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** @param {number} next */
  const change = (next) => {
    setValue(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      mine.current = String(Number(next.toFixed(4)));
      if (mine.current !== here().query[name]) underWay.current.push(mine.current);
      setQuery({ [name]: mine.current });
    }, REST_MS);
  };
  return [value, change];
}

/** @param {string | undefined} text @param {number} otherwise */
function numberOf(text, otherwise) {
  const value = text === undefined || text === '' ? NaN : Number(text);
  return Number.isFinite(value) ? value : otherwise;
}
