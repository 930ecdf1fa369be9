// A drawing of places: both directions at one scale, a grid with round numbers, wheel and drag to move about in it.
import { useRef, useState } from 'preact/hooks';
import { html } from '../../html.js';
import { digitsOf, roundStep, ticks } from '../../plot/scale.js';
import { axisName } from '../../space.js';
import { show } from '../../units.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {{x: number, y: number, perPixel: number}} Window the middle and the scale */

/** @typedef {object} Canvas
 * @property {number} width
 * @property {number} height
 * @property {(point: Point) => Point} place on the paper to pixels
 * @property {(pixel: Point) => Point} find pixels to the paper
 * @property {number} perPixel
 * @property {import('preact').RefObject<SVGSVGElement>} element
 * @property {() => void} hold keeps the scale while something is dragged
 * @property {() => void} release
 * @property {(window: Window | null) => void} setWindow null: all that there is
 * @property {Window} window */

const MARGIN = 34;

/** @param {Point[]} points @param {number} width @param {number} height @param {number} least @returns {Window} */
function fit(points, width, height, least) {
  const xs = points.map((one) => one.x);
  const ys = points.map((one) => one.y);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const perPixel = Math.max((right - left) / (width - 2 * MARGIN), (high - low) / (height - 2 * MARGIN), least / width);
  return { x: (left + right) / 2, y: (low + high) / 2, perPixel };
}

/** @param {Point[]} points all that should be in sight @param {number} width @param {number} height @param {number} least
 * @returns {Canvas} */
export function useCanvas(points, width, height, least) {
  const [chosen, setWindow] = useState(/** @type {Window | null} */ (null));
  const element = useRef(/** @type {SVGSVGElement | null} */ (null));
  const window = chosen ?? fit(points, width, height, least);
  const held = useRef(false);
  const last = useRef(points);
  last.current = points;
  return {
    width,
    height,
    perPixel: window.perPixel,
    window,
    element,
    place: (point) => ({ x: width / 2 + (point.x - window.x) / window.perPixel, y: height / 2 - (point.y - window.y) / window.perPixel }),
    find: (pixel) => ({ x: window.x + (pixel.x - width / 2) * window.perPixel, y: window.y - (pixel.y - height / 2) * window.perPixel }),
    hold: () => {
      held.current = chosen === null;
      setWindow(window);
    },
    release: () => {
      // Back to the whole when something was dragged out of sight, or all of it has become small.
      const whole = fit(last.current, width, height, least);
      const away = Math.abs(whole.x - window.x) / window.perPixel > width / 4 || Math.abs(whole.y - window.y) / window.perPixel > height / 4;
      if (held.current && (away || whole.perPixel > window.perPixel * 1.02 || whole.perPixel < window.perPixel * 0.6)) setWindow(null);
      held.current = false;
    },
    setWindow,
  };
}

/** Where a pointer is in the pixels of the drawing. @param {Canvas} canvas @param {{clientX: number, clientY: number}} event @returns {Point} */
export function pixelOf(canvas, event) {
  const box = canvas.element.current?.getBoundingClientRect();
  if (!box) return { x: 0, y: 0 };
  return { x: ((event.clientX - box.left) / box.width) * canvas.width, y: ((event.clientY - box.top) / box.height) * canvas.height };
}

/** What a direction on the paper is called, and which way the numbers run along it. @typedef {{name: string, sign: number}} Axis */

/** A direction of the space with its letter; the numbers are those of the space. @param {string} name @param {import('../../types.js').Vector} direction @returns {Axis} */
export const axisOf = (name, direction) => ({ name: `${name} (${axisName(direction)})`, sign: direction.some((one) => one < 0) ? -1 : 1 });

/** Grid and numbers. @param {{canvas: Canvas, factor: number, unit: string, across: Axis, along: Axis}} props factor: to the unit that is shown */
function Grid({ canvas, factor, unit, across, along }) {
  const step = roundStep(canvas.perPixel * 70 * factor);
  const digits = digitsOf(step);
  const [topLeft, bottomRight] = [canvas.find({ x: 0, y: 0 }), canvas.find({ x: canvas.width, y: canvas.height })];
  const lines = (/** @type {number} */ low, /** @type {number} */ high) => ticks(low * factor, high * factor, ((high - low) * factor) / step);
  return html`<g class="grid-lines" aria-hidden="true">
    ${lines(topLeft.x, bottomRight.x).map((value) => {
      const { x } = canvas.place({ x: value / factor, y: 0 });
      return html`<path class=${Math.abs(value) < step * 1e-6 ? 'zero' : ''} d="M${x} 0V${canvas.height}" />
        ${x < canvas.width - 26 && html`<text x=${x + 3} y=${canvas.height - 5}>${show(value * across.sign || 0, digits)}</text>`}`;
    })}
    ${lines(bottomRight.y, topLeft.y).map((value) => {
      const { y } = canvas.place({ x: 0, y: value / factor });
      return html`<path class=${Math.abs(value) < step * 1e-6 ? 'zero' : ''} d="M0 ${y}H${canvas.width}" />
        ${y > 34 && html`<text x="4" y=${y - 3}>${show(value * along.sign || 0, digits)}</text>`}`;
    })}
    <text class="axis-name" x=${canvas.width - 8} y=${canvas.height - 18} text-anchor="end">${across.name} → ${unit}</text>
    <text class="axis-name" x="8" y="14">↑ ${along.name}</text>
  </g>`;
}

/** @param {{canvas: Canvas, label: string, factor: number, unit: string, across: Axis, along: Axis, children: any}} props */
export function Drawing({ canvas, label, factor, unit, across, along, children }) {
  const drag = useRef(/** @type {{pixel: Point, window: Window} | null} */ (null));
  /** @param {WheelEvent} event */
  const zoom = (event) => {
    event.preventDefault();
    const at = canvas.find(pixelOf(canvas, event));
    const by = Math.exp((event.deltaY || event.deltaX) / 500);
    const { x, y, perPixel } = canvas.window;
    canvas.setWindow({ x: at.x + (x - at.x) * by, y: at.y + (y - at.y) * by, perPixel: perPixel * by });
  };
  return html`<svg ref=${canvas.element} class="plot stage" height=${canvas.height} viewBox="0 0 ${canvas.width} ${canvas.height}"
    role="group" aria-label=${label} onWheel=${zoom}
    onPointerDown=${(/** @type {any} */ event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { pixel: pixelOf(canvas, event), window: canvas.window };
    }}
    onPointerMove=${(/** @type {PointerEvent} */ event) => {
      if (!drag.current) return;
      const pixel = pixelOf(canvas, event);
      const { window, pixel: first } = drag.current;
      canvas.setWindow({ ...window, x: window.x - (pixel.x - first.x) * window.perPixel, y: window.y + (pixel.y - first.y) * window.perPixel });
    }}
    onPointerUp=${() => (drag.current = null)}
    onDblClick=${() => canvas.setWindow(null)}>
    <${Grid} canvas=${canvas} factor=${factor} unit=${unit} across=${across} along=${along} />
    ${children}
  </svg>`;
}
