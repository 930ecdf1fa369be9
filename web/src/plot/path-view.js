// A path seen along one axis, both directions at the same scale, with the root where it is now.
import { html } from '../html.js';
import { useWidth } from '../hooks.js';
import { show } from '../units.js';
import { digitsOf, linear, pathOf, roundStep, ticks } from './scale.js';

const LEFT = 46;
const BOTTOM = 20;
const ROOM = 8;

/** @typedef {{x: number, y: number}} Point */

/** The part of the plane that is drawn: all points, and no more of one direction than of the other.
 * @param {Point[]} points @param {number} width @param {number} height @param {number} least */
function fit(points, width, height, least) {
  const [xs, ys] = [points.map((one) => one.x), points.map((one) => one.y)];
  const bounds = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const perPixel = Math.max((bounds[1] - bounds[0]) / (width * 0.84), (bounds[3] - bounds[2]) / (height * 0.8), least / Math.min(width, height));
  const middle = { x: (bounds[0] + bounds[1]) / 2, y: (bounds[2] + bounds[3]) / 2 };
  return {
    x: /** @type {[number, number]} */ ([middle.x - (perPixel * width) / 2, middle.x + (perPixel * width) / 2]),
    y: /** @type {[number, number]} */ ([middle.y - (perPixel * height) / 2, middle.y + (perPixel * height) / 2]),
    perPixel,
  };
}

/** @param {{label: string, points: Point[], parts: Point[][], now: Point | null, facing: Point | null, height: number,
 *   across: string, along: string, unit: string, least: number}} props
 *   parts: pieces of the path that lie in a window; across and along: names of the directions */
export function PathView({ label, points, parts, now, facing, height, across, along, unit, least }) {
  const [frame, width] = useWidth(360);
  const view = fit(points, width - LEFT - ROOM, height - BOTTOM - ROOM, least);
  const x = linear(view.x, [LEFT, width - ROOM]);
  const y = linear(view.y, [height - BOTTOM, ROOM]);
  const step = roundStep(view.perPixel * 64);
  const line = (/** @type {Point[]} */ list) => pathOf(list.map((one) => x(one.x)), list.map((one) => y(one.y)));
  const digits = digitsOf(step);
  return html`<div ref=${frame} class="path-view">
    <svg class="plot" height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${label}>
      ${ticks(view.x[0], view.x[1], (view.x[1] - view.x[0]) / step).map(
        (value) => html`<path class=${Math.abs(value) < step * 1e-6 ? 'rule zero' : 'rule'} d="M${x(value)} ${ROOM}V${height - BOTTOM}" />
          <text x=${x(value)} y=${height - 6} text-anchor="middle">${show(value, digits)}</text>`,
      )}
      ${ticks(view.y[0], view.y[1], (view.y[1] - view.y[0]) / step).map(
        (value) => html`<path class=${Math.abs(value) < step * 1e-6 ? 'rule zero' : 'rule'} d="M${LEFT} ${y(value)}H${width - ROOM}" />
          <text x=${LEFT - 6} y=${y(value) + 4} text-anchor="end">${show(value, digits)}</text>`,
      )}
      <text x=${width - ROOM - 4} y=${height - BOTTOM - 5} text-anchor="end">${across} (${unit}) →</text>
      <text x=${LEFT + 5} y=${ROOM + 10}>↑ ${along} (${unit})</text>
      <path class="path" d=${line(points)} />
      ${parts.map((part) => html`<path class="path in-window" d=${line(part)} />`)}
      <circle class="path-start" cx=${x(points[0].x)} cy=${y(points[0].y)} r="3.5" />
      <circle class="path-end" cx=${x(points[points.length - 1].x)} cy=${y(points[points.length - 1].y)} r="3.5" />
      ${now &&
      html`<g class="path-now" transform="translate(${x(now.x)} ${y(now.y)})">
        ${facing && html`<path d="M0 0L${facing.x * 20} ${-facing.y * 20}" />`}
        <circle r="5" />
      </g>`}
    </svg>
  </div>`;
}
