// The reach strip: the target's distance on one axis, against what each distance answers.
import { useRef } from 'preact/hooks';
import { html } from '../../html.js';
import { useWidth } from '../../hooks.js';
import { digitsOf, linear, roundStep, ticks } from '../../plot/scale.js';
import { show, showLength } from '../../units.js';
import { directionTo } from './above.js';
import { add, tidyVector, times } from './geometry.js';
import { strideOf } from './handle.js';

const HEIGHT = 62;
const TOP = 18;
const BAR = 22;
const SIDE = 12;

/** @param {import('./types.js').ReachTable} table @param {number} end */
const regions = (table, end) => [
  { key: 'overlapping', name: 'overlapping', from: 0, to: table.overlapping_to },
  { key: 'compressed', name: 'compressed', from: table.overlapping_to, to: table.in_band_from },
  { key: 'in-band', name: 'in band', from: table.in_band_from, to: table.in_band_to },
  { key: 'clamped', name: 'clamped', from: table.in_band_to, to: end },
];

/** The middle of a name in a region: of the region, or of the room that the needle leaves beside it. @param {number} a @param {number} b @param {number} wide @param {number} at */
function besideNeedle(a, b, wide, at) {
  const middle = (a + b) / 2;
  if (Math.abs(at - middle) > wide / 2) return middle;
  const aside = at > middle ? at - wide / 2 - 6 : at + wide / 2 + 6;
  return aside - wide / 2 > a && aside + wide / 2 < b ? aside : middle;
}

/** Names within their regions; of a region too narrow for it, above and clear of one another and of the needle's label, or left away.
 * @param {ReturnType<typeof regions>} all @param {(distance: number) => number} x @param {number} end @param {number} at pixels of the needle
 * @param {[number, number]} taken pixels of its label */
function namesOf(all, x, end, at, taken) {
  let free = 0;
  return all.map((one) => {
    const [a, b] = [x(one.from), x(Math.min(one.to, end))];
    const wide = one.name.length * 7.2 + 8;
    if (b - a > wide) return { x: besideNeedle(a, b, wide, at), y: TOP + BAR / 2 + 4, inside: true };
    const from = Math.max(a, free);
    if (from < taken[1] && from + wide > taken[0]) return null;
    free = from + wide;
    return { x: from, y: TOP - 5, inside: false };
  });
}

/** Patterns, so that no colour has to be told from another. */
function Patterns() {
  const line = (/** @type {string} */ id, /** @type {string} */ d, /** @type {number} */ size) =>
    html`<pattern id="reach-${id}" width=${size} height=${size} patternUnits="userSpaceOnUse"><path class="hatch ${id}" d=${d} /></pattern>`;
  return html`<defs>
    ${line('overlapping', 'M0 0L8 8M8 0L0 8', 8)}${line('compressed', 'M0 8L8 0', 8)}${line('clamped', 'M0 0L8 8', 8)}
  </defs>`;
}

/** @param {{solved: import('./types.js').Solved | null, frame: import('../../space.js').Frame, change: import('./places.js').Change, factor: number,
 *   unit: import('../../units.js').Unit}} props */
export function ReachStrip({ solved, frame, change, factor, unit }) {
  const [element, width] = useWidth(820);
  const held = useRef(0);
  const answer = solved?.answer;
  if (answer?.kind !== 'reach' || !solved) return null;
  const { table } = solved;
  if (!table) return html`<p class="dim">The reach table could not be loaded.</p>`;
  const distance = answer.distance_to_target;
  const whole = Math.max(table.in_band_to * 1.4, distance * 1.08, table.overlapping_to * 3, 1 / frame.metresPerUnit);
  const end = held.current || whole;
  const x = linear([0, end], [SIDE, width - SIDE]);
  const step = roundStep(((end * factor) / (width - 2 * SIDE)) * 70);
  /** @param {number} to */
  const moveTo = (to) => {
    const far = Math.max(0, Math.min(1e8, to));
    const way = times(directionTo(answer, solved.inputs, frame), far - distance);
    change((now) => ({ ...now, target: { ...now.target, position: tidyVector(add(solved.inputs.target.position, way)) } }));
  };
  /** @param {any} event */
  const drag = (event) => {
    if (event.type === 'pointerdown') {
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current = end;
    } else if (!held.current || !(event.buttons & 1)) return;
    const box = event.currentTarget.getBoundingClientRect();
    const to = ((event.clientX - box.left - SIDE) / (box.width - 2 * SIDE)) * end;
    moveTo(event.shiftKey ? Math.round((to * factor) / step) * (step / factor) : Math.round(to * factor * 10) / 10 / factor);
  };
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const sign = ['ArrowRight', 'ArrowUp'].includes(event.key) ? 1 : ['ArrowLeft', 'ArrowDown'].includes(event.key) ? -1 : 0;
    if (!sign) return;
    event.preventDefault();
    moveTo(distance + (sign * strideOf(event) * 0.1) / frame.metresPerUnit);
  };
  const at = x(Math.min(distance, end));
  const label = `${showLength(distance * factor, unit)} ${unit}`;
  const before = at > width - 70;
  const shown = regions(table, end).filter((one) => Math.min(one.to, end) > one.from);
  const names = namesOf(shown, x, end, at, before ? [at - 12 - label.length * 7, at] : [at - 8, at + 12 + label.length * 7]);
  return html`<div ref=${element} class="strip">
    <svg class="plot" height=${HEIGHT} viewBox="0 0 ${width} ${HEIGHT}" role="group" aria-label="Reach: what each distance of the target answers"
      onPointerDown=${drag} onPointerMove=${drag} onPointerUp=${() => (held.current = 0)}>
      <${Patterns} />
      ${shown.map((one, i) => {
        const name = names[i];
        const [a, b] = [x(one.from), x(Math.min(one.to, end))];
        return html`<g class="region ${one.key}">
          <rect x=${a} y=${TOP} width=${b - a} height=${BAR} />
          ${one.key !== 'in-band' && html`<rect x=${a} y=${TOP} width=${b - a} height=${BAR} fill="url(#reach-${one.key})" class="hatched" />`}
          ${name && html`<text class=${name.inside ? 'region-name' : ''} x=${name.x} y=${name.y} text-anchor=${name.inside ? 'middle' : 'start'}>${one.name}</text>`}
          ${one.from > 0 && html`<path class="bound" d="M${a} ${TOP - 3}V${TOP + BAR + 3}" />`}
        </g>`;
      })}
      ${ticks(0, end * factor, (end * factor) / step).map(
        (value) => html`<text x=${x(value / factor)} y=${HEIGHT - 4} text-anchor="middle">${show(value, digitsOf(step))}${value === 0 ? ` ${unit}` : ''}</text>`,
      )}
      <g class="handle now" transform="translate(${at} 0)" tabindex="0" role="slider" aria-label="Distance to the target" aria-valuemin="0"
        aria-valuenow=${distance * factor} aria-valuetext="${label}, ${answer.verdict.replaceAll('_', ' ')}" onKeyDown=${press}>
        <path class="needle" d="M0 ${TOP - 2}V${TOP + BAR + 4}" /><path class="knob" d="M-6 ${TOP - 8}H6L0 ${TOP}Z" />
        <text class="strong" x=${before ? -9 : 9} y=${TOP - 5} text-anchor=${before ? 'end' : 'start'}>${label}</text>
      </g>
    </svg>
  </div>`;
}
