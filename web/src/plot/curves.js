// Curves against time, with windows as bands over them, events, and a cursor that a pointer drags.
import { html } from '../html.js';
import { useWidth } from '../hooks.js';
import { show } from '../units.js';
import { digitsOf, extent, linear, pathOf, roundStep, ticks } from './scale.js';

const LEFT = 56;
const RIGHT = 12;
const AXIS = 20;
const LANE = 20;

/** @typedef {{key: string, label: string, colour: string, values: number[]}} Series */

/** @param {{label: string, series: Series[], times: number[], duration: number, windows: import('../types.js').Window[],
 *   events: import('../types.js').ClipEvent[], cursor: number, onCursor: (time: number) => void, height: number,
 *   least: number, names?: boolean}} props  names: windows and events are named above */
export function Curves({ label, series, times, duration, windows, events, cursor, onCursor, height, least, names }) {
  const [frame, width] = useWidth(800);
  const top = names ? LANE : 6;
  const x = linear([0, duration], [LEFT, width - RIGHT]);
  const range = extent(series.map((one) => one.values), least);
  const y = linear(range, [height - AXIS, top]);
  const step = roundStep((range[1] - range[0]) / Math.max(2, (height - AXIS - top) / 36));
  const timeStep = roundStep(duration / Math.max(2, (width - LEFT - RIGHT) / 80));
  const xs = times.map(x);
  const at = Math.min(duration, Math.max(0, cursor));

  /** @param {PointerEvent} event */
  const drag = (event) => {
    if (event.type === 'pointerdown') /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    else if (!(event.buttons & 1)) return;
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const time = ((event.clientX - box.left - LEFT) / (box.width - LEFT - RIGHT)) * duration;
    onCursor(Math.min(duration, Math.max(0, time)));
  };
  return html`<div ref=${frame} class="curves">
    <svg class="plot" height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${label} onPointerDown=${drag} onPointerMove=${drag}>
      ${windows.map((one) => {
        const [from, to] = [x(one.start), x(Math.min(one.end, duration))];
        return html`<g class="window">
          <rect x=${from} y=${top} width=${Math.max(1, to - from)} height=${height - AXIS - top} />
          <path d="M${from} ${top}V${height - AXIS}M${to} ${top}V${height - AXIS}" />
          ${names && html`<text x=${from + 3} y=${top - 6}>${one.name}</text>`}
        </g>`;
      })}
      ${ticks(range[0], range[1], (range[1] - range[0]) / step).map(
        (value) => html`<path class=${Math.abs(value) < step * 1e-6 ? 'rule zero' : 'rule'} d="M${LEFT} ${y(value)}H${width - RIGHT}" />
          <text x=${LEFT - 7} y=${y(value) + 4} text-anchor="end">${show(value, digitsOf(step))}</text>`,
      )}
      ${ticks(0, duration, duration / timeStep).map(
        (value) => html`<path class="rule" d="M${x(value)} ${top}V${height - AXIS}" />
          <text x=${x(value)} y=${height - 6} text-anchor=${x(value) > width - RIGHT - 16 ? 'end' : 'middle'}>${show(value, digitsOf(timeStep))} s</text>`,
      )}
      ${series.map((one) => html`<path class="curve" style=${{ stroke: one.colour }} d=${pathOf(xs, one.values.map(y))} />`)}
      ${events.map(
        (one) => html`<g class="event">
          <path class="stem" d="M${x(one.time)} ${top}V${height - AXIS}" />
          ${names && html`<path class="mark" d="M${x(one.time)} ${top - 5}l4 5l-4 5l-4 -5z" /><text x=${x(one.time) + 7} y=${top + 4}>${one.name}</text>`}
        </g>`,
      )}
      <path class="cursor" d="M${x(at)} ${top}V${height - AXIS}" />
    </svg>
  </div>`;
}

/** Names of the curves with their values at the cursor.
 * @param {{items: {label: string, colour: string, value: string}[]}} props */
export function Legend({ items }) {
  return html`<ul class="legend">
    ${items.map((one) => html`<li><i style=${{ background: one.colour }} aria-hidden="true"></i>${one.label} <b class="num">${one.value}</b></li>`)}
  </ul>`;
}
