// Something in a drawing that a pointer drags and keys move.
import { useRef } from 'preact/hooks';
import { html } from '../../html.js';
import { pixelOf } from './canvas.js';

/** @typedef {import('./canvas.js').Canvas} Canvas */
/** @typedef {import('./geometry.js').Point} Point */

/** How far keys go: plain, with Shift, with Alt. @param {KeyboardEvent} event @returns {number} */
export const strideOf = (event) => (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** A place that can be moved. `step`: how far an arrow key goes, in units of the paper.
 * @param {{canvas: Canvas, at: Point, label: string, value: number, text: string, step: number, onMove: (to: Point) => void,
 *   onTurn?: (degrees: number) => void, className: string, children: any}} props */
export function Handle({ canvas, at, label, value, text, step, onMove, onTurn, className, children }) {
  const grip = useRef(/** @type {Point | null} */ (null));
  const pixel = canvas.place(at);
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (event.ctrlKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    const turn = event.key === 'q' || event.key === 'Q' ? 1 : event.key === 'e' || event.key === 'E' ? -1 : 0;
    if (arrow) onMove({ x: at.x + arrow[0] * step * strideOf(event), y: at.y + arrow[1] * step * strideOf(event) });
    else if (turn && onTurn) onTurn(turn * 5 * strideOf(event));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const end = () => {
    if (grip.current) canvas.release();
    grip.current = null;
  };
  return html`<g class="handle ${className}" transform="translate(${pixel.x} ${pixel.y})" tabindex="0" role="slider" aria-label=${label}
    aria-valuenow=${value} aria-valuetext=${text} onKeyDown=${press}
    onPointerDown=${(/** @type {any} */ event) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.focus();
      const found = canvas.find(pixelOf(canvas, event));
      grip.current = { x: at.x - found.x, y: at.y - found.y };
      canvas.hold();
    }}
    onPointerMove=${(/** @type {PointerEvent} */ event) => {
      if (!grip.current) return;
      const found = canvas.find(pixelOf(canvas, event));
      onMove({ x: found.x + grip.current.x, y: found.y + grip.current.y });
    }}
    onPointerUp=${end} onLostPointerCapture=${end}>${children}</g>`;
}

/** Turns something: a knob at the end of an arm. `angle`: degrees on the paper, counter-clockwise from the right.
 * @param {{canvas: Canvas, at: Point, angle: number, arm: number, label: string, value: number, onAngle: (angle: number, event: PointerEvent) => void,
 *   onTurn: (degrees: number) => void, className: string}} props arm in pixels */
export function Turner({ canvas, at, angle, arm, label, value, onAngle, onTurn, className }) {
  const held = useRef(false);
  const middle = canvas.place(at);
  const radians = (angle * Math.PI) / 180;
  const [x, y] = [middle.x + arm * Math.cos(radians), middle.y - arm * Math.sin(radians)];
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (event.ctrlKey || event.metaKey) return;
    const sign = event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? 1 : event.key === 'ArrowRight' || event.key === 'ArrowDown' ? -1 : 0;
    if (!sign) return;
    onTurn(sign * 5 * strideOf(event));
    event.preventDefault();
    event.stopPropagation();
  };
  const end = () => {
    if (held.current) canvas.release();
    held.current = false;
  };
  return html`<g class="turner ${className}">
    <path d="M${middle.x} ${middle.y}L${x} ${y}" />
    <g class="handle" transform="translate(${x} ${y})" tabindex="0" role="slider" aria-label=${label} aria-valuenow=${value} aria-valuetext="${value} degrees"
      onKeyDown=${press}
      onPointerDown=${(/** @type {any} */ event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
        held.current = true;
        canvas.hold();
      }}
      onPointerMove=${(/** @type {PointerEvent} */ event) => {
        if (!held.current) return;
        const pixel = pixelOf(canvas, event);
        onAngle((Math.atan2(middle.y - pixel.y, pixel.x - middle.x) * 180) / Math.PI, event);
      }}
      onPointerUp=${end} onLostPointerCapture=${end}><circle class="catch" r="11" /><circle class="knob" r="5" /></g>
  </g>`;
}
