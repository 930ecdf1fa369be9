// From numbers to places on a drawing, and round numbers to write beside it.

/** Round numbers within [low, high], about `count` of them. @param {number} low @param {number} high @param {number} count */
export function ticks(low, high, count) {
  const step = roundStep((high - low) / Math.max(1, count));
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step);
}

/** 1, 2 or 5 times a power of ten, at least as large as `rough`. @param {number} rough */
export function roundStep(rough) {
  if (!(rough > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Digits after the point that a step needs. @param {number} step */
export const digitsOf = (step) => Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9)));

/** @param {[number, number]} from @param {[number, number]} to @returns {(value: number) => number} */
export const linear = (from, to) => (value) => to[0] + ((value - from[0]) / (from[1] - from[0] || 1)) * (to[1] - to[0]);

/** Least and greatest of several lists, with some room; a flat one gets a height of its own.
 * @param {number[][]} lists @param {number} least height that is shown at least @returns {[number, number]} */
export function extent(lists, least) {
  let low = Infinity;
  let high = -Infinity;
  for (const list of lists) {
    for (const value of list) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) return [0, least];
  const room = Math.max((high - low) * 0.06, (least - (high - low)) / 2, 0);
  return [low - room, high + room];
}

/** The d of an SVG path. @param {number[]} xs @param {number[]} ys */
export const pathOf = (xs, ys) => xs.map((x, i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${ys[i].toFixed(1)}`).join('');

/** The place in a sorted list after the last value that is at most `value`. @param {number[]} sorted @param {number} value */
export function upperBound(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
