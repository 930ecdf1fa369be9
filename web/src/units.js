// Lengths in metres or centimetres, whatever unit a clip was authored in; and how numbers are written.
import { useEffect, useState } from 'preact/hooks';
import { here, setQuery } from './router.js';

/** @typedef {'m' | 'cm'} Unit */

const KEY = 'rootwarp.unit';
const listeners = new Set();

/** @returns {Unit} */
export function unit() {
  const chosen = here().query.u ?? localStorage.getItem(KEY);
  return chosen === 'm' ? 'm' : 'cm';
}

/** @param {Unit} chosen */
export function setUnit(chosen) {
  localStorage.setItem(KEY, chosen);
  setQuery({ u: chosen });
  listeners.forEach((listener) => listener());
}

/** @returns {Unit} */
export function useUnit() {
  const [, setTurn] = useState(0);
  useEffect(() => {
    const listener = () => setTurn((turn) => turn + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return unit();
}

/** What a length of a space is times to be shown in a unit. @param {number} metresPerUnit @param {Unit} shown */
export const lengthFactor = (metresPerUnit, shown) => metresPerUnit * (shown === 'cm' ? 100 : 1);

/** A number for people: so many digits after the point, without zeros at the end, with a real minus.
 * @param {number} value @param {number} [digits] */
export function show(value, digits = 2) {
  if (!Number.isFinite(value)) return '–';
  const text = value.toFixed(digits);
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return (short === '-0' ? '0' : short).replace('-', '−');
}

/** The same with as many digits as the unit deserves. @param {number} value in the unit @param {Unit} shown */
export const showLength = (value, shown) => show(value, shown === 'cm' ? 1 : 3);

/** @param {string} instant RFC 3339 */
export function showInstant(instant) {
  const date = new Date(instant);
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  return (
    `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ` +
    `${two(date.getHours())}:${two(date.getMinutes())}`
  );
}
