// What is drawn on the stages: capsules, facings, paths, points.
import { html } from '../../html.js';
import { pathOf } from '../../plot/scale.js';

/** @typedef {import('./canvas.js').Canvas} Canvas */
/** @typedef {import('./geometry.js').Point} Point */

/** @param {{canvas: Canvas, points: Point[], className: string}} props */
export function Trail({ canvas, points, className }) {
  if (points.length < 2) return null;
  const pixels = points.map(canvas.place);
  return html`<path class=${className} d=${pathOf(pixels.map((one) => one.x), pixels.map((one) => one.y))} />`;
}

/** Someone seen from above: a capsule and where it looks.
 * @param {{canvas: Canvas, at: Point, facing: Point, radius: number, className: string}} props */
export function Figure({ canvas, at, facing, radius, className }) {
  const pixel = canvas.place(at);
  const size = Math.max(6, radius / canvas.perPixel);
  const [dx, dy] = [facing.x, -facing.y];
  const nose = `M${dx * size} ${dy * size}L${dx * size * 0.35 - dy * size * 0.55} ${dy * size * 0.35 + dx * size * 0.55}L${dx * size * 0.35 + dy * size * 0.55} ${dy * size * 0.35 - dx * size * 0.55}Z`;
  return html`<g class="figure ${className}" transform="translate(${pixel.x} ${pixel.y})">
    <circle r=${size} /><path d=${nose} />
  </g>`;
}

/** Someone seen from the side, as high as people are.
 * @param {{canvas: Canvas, at: Point, radius: number, height: number, ahead: number, className: string}} props ahead: -1 to 1, how far it looks to the right */
export function Standing({ canvas, at, radius, height, ahead, className }) {
  const pixel = canvas.place(at);
  const half = Math.max(5, radius / canvas.perPixel);
  const tall = Math.max(2 * half, height / canvas.perPixel);
  return html`<g class="figure ${className}" transform="translate(${pixel.x} ${pixel.y})">
    <rect x=${-half} y=${-tall} width=${2 * half} height=${tall} rx=${half} />
    <path d="M${ahead * half * 0.4} ${-tall + half * 0.55}L${ahead * half * 1.5} ${-tall + half}L${ahead * half * 0.4} ${-tall + half * 1.45}Z" />
  </g>`;
}

/** A warp point: where the root lands, and how it faces there. @param {{canvas: Canvas, at: Point, facing: Point, name: string, spot: import('./labels.js').Spot}} props */
export function WarpPoint({ canvas, at, facing, name, spot }) {
  const { x, y } = canvas.place(at);
  return html`<g class="warp-point" transform="translate(${x} ${y})">
    <path class="arm" d="M0 0L${facing.x * 22} ${-facing.y * 22}" />
    <path d="M0 -7L7 0L0 7L-7 0Z" />
    <text x=${spot.x} y=${spot.y} text-anchor=${spot.anchor}>${name}</text>
  </g>`;
}

/** A circle about a place, with its name at the lower right, or the upper. @param {{canvas: Canvas, at: Point, radius: number, name: string, className: string, upper?: boolean}} props */
export function Ring({ canvas, at, radius, name, className, upper }) {
  const { x, y } = canvas.place(at);
  const size = radius / canvas.perPixel;
  if (!(size > 0.5)) return null;
  return html`<g class="ring ${className}">
    <circle cx=${x} cy=${y} r=${size} />
    ${name && html`<${RingName} canvas=${canvas} x=${x} y=${y} size=${size} name=${name} upper=${upper} />`}
  </g>`;
}

/** To the right of the ring, or where it leaves the drawing at the bottom or the top.
 * @param {{canvas: Canvas, x: number, y: number, size: number, name: string, upper?: boolean}} props */
function RingName({ canvas, x, y, size, name, upper }) {
  const drop = Math.min(size * 0.77, upper ? y - 24 : canvas.height - 44 - y);
  if (drop <= 0) return null;
  const at = x + Math.sqrt(size * size - drop * drop) + 6;
  return at > canvas.width - 90 || at < 0 ? null : html`<text x=${at} y=${y + (upper ? -drop : drop + 4)}>${name}</text>`;
}

/** The area between two circles about a place. @param {{canvas: Canvas, at: Point, inner: number, outer: number, className: string}} props */
export function Annulus({ canvas, at, inner, outer, className }) {
  const { x, y } = canvas.place(at);
  const circle = (/** @type {number} */ r) => (r > 0 ? `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z` : '');
  if (!(outer > inner)) return null;
  return html`<path class="annulus ${className}" fill-rule="evenodd" d=${circle(outer / canvas.perPixel) + circle(inner / canvas.perPixel)} />`;
}
