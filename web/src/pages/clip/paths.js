// The root's path from above and from the side.
import { useMemo } from 'preact/hooks';
import { html } from '../../html.js';
import { PathView } from '../../plot/path-view.js';
import { dot } from '../../space.js';

/** @typedef {import('../../types.js').Vector} Vector */
/** @typedef {import('../../types.js').Curve} Curve */

/** A direction turned by a quaternion, for drawing an arrow. @param {import('../../types.js').Rotation} q @param {Vector} v @returns {Vector} */
function turned([x, y, z, w], v) {
  const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  return [
    v[0] + w * t[0] + (y * t[2] - z * t[1]),
    v[1] + w * t[1] + (z * t[0] - x * t[2]),
    v[2] + w * t[2] + (x * t[1] - y * t[0]),
  ];
}

/** Seen so that `across` points to the right and `along` upwards.
 * @param {Curve} curve @param {import('../../types.js').Window[]} windows @param {Vector} across @param {Vector} along @param {number} factor */
function flatten(curve, windows, across, along, factor) {
  const flat = (/** @type {Vector} */ v) => ({ x: dot(v, across) * factor, y: dot(v, along) * factor });
  return {
    points: curve.samples.map((sample) => flat(sample.position)),
    parts: windows
      .map((one) => curve.samples.filter((sample) => sample.time >= one.start && sample.time <= one.end).map((sample) => flat(sample.position)))
      .filter((part) => part.length > 1),
  };
}

/** @param {{curve: Curve, windows: import('../../types.js').Window[], now: import('../../types.js').Motion | null,
 *   frame: import('../../space.js').Frame, factor: number, unit: import('../../units.js').Unit}} props */
export function Paths({ curve, windows, now, frame, factor, unit }) {
  const above = useMemo(() => flatten(curve, windows, frame.right, frame.forward, factor), [curve, factor]);
  const side = useMemo(() => flatten(curve, windows, frame.forward, frame.up, factor), [curve, factor]);
  const least = unit === 'cm' ? 40 : 0.4;
  const facing = now && turned(now.rotation, frame.forward);
  const place = (/** @type {Vector} */ across, /** @type {Vector} */ along) =>
    now && { x: dot(now.position, across) * factor, y: dot(now.position, along) * factor };
  const arrow = (/** @type {Vector} */ across, /** @type {Vector} */ along) => facing && { x: dot(facing, across), y: dot(facing, along) };
  return html`
    <section class="card"><h2>From above</h2>
      <${PathView} label="The path of the root from above" points=${above.points} parts=${above.parts} height=${230} unit=${unit} least=${least}
        across="right" along="forward" now=${place(frame.right, frame.forward)} facing=${arrow(frame.right, frame.forward)} />
    </section>
    <section class="card"><h2>From the side</h2>
      <${PathView} label="The path of the root from the side" points=${side.points} parts=${side.parts} height=${160} unit=${unit} least=${least}
        across="forward" along="up" now=${place(frame.forward, frame.up)} facing=${arrow(frame.forward, frame.up)} />
    </section>
  `;
}
