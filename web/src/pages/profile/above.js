// The stage from above: everything that decides an answer can be dragged here.
import { html } from '../../html.js';
import { showLength } from '../../units.js';
import { Drawing, axisOf, useCanvas } from './canvas.js';
import { add, directionOf, flat, from, fromAbove, moved, times, turned, yawTowards } from './geometry.js';
import { Handle, Turner } from './handle.js';
import { boxAxes } from './inputs.js';
import { roomOf, spotsOf } from './labels.js';
import { corners, movables, mover } from './places.js';
import { Annulus, Figure, Ring, Trail, WarpPoint } from './shapes.js';
import { useWidth } from '../../hooks.js';
import { dot } from '../../space.js';

/** @typedef {import('./types.js').Solved} Solved */
/** @typedef {import('./canvas.js').Canvas} Canvas */
/** @typedef {import('./geometry.js').Look} Look */
/** @typedef {import('../../types.js').Vector} Vector */

/** @typedef {object} StageProps
 * @property {import('../../space.js').Frame} frame
 * @property {import('./inputs.js').Inputs} inputs
 * @property {import('./inputs.js').Aim} aim
 * @property {string[]} names of the phases
 * @property {Solved | null} solved
 * @property {import('./types.js').Sample | null} moment
 * @property {import('./places.js').Change} change
 * @property {number} factor to the unit that is shown
 * @property {import('../../units.js').Unit} unit
 * @property {number} height
 * @property {number | null} maxAngle of the profile's conditions */

const ARM = 54;

/** Where an answer lands: one warp point, or one a phase. @param {import('./types.js').Answer} answer @param {string[]} names */
export function warpPoints(answer, names) {
  if (answer.kind === 'reach') return [{ name: 'warp point', pose: answer.warp_point }];
  if (answer.verdict === 'refused') return [];
  return answer.phases.map((one, i) => ({ name: names[i] || `phase ${i + 1}`, pose: one.warp_point })).filter((one) => one.pose);
}

/** Everything that should be in sight. @param {StageProps} props @param {Look} look */
function points({ frame, inputs, aim, names, solved, factor }, look) {
  const places = movables(inputs, aim, names);
  const around = places.flatMap((one) => {
    const reach = Math.max(one.radius, 60 / (factor * 100)) * 1.3;
    return [add(one.position, times(look.across, reach)), add(one.position, times(look.across, -reach)), add(one.position, times(look.along, reach)), add(one.position, times(look.along, -reach))];
  });
  const answer = solved?.answer;
  const ends = answer?.kind === 'reach' && solved?.table ? [add(answer.predicted_start.position, times(directionTo(answer, inputs, frame), solved.table.in_band_to * 1.3))] : [];
  return [
    ...around,
    ...(aim === 'obstacle' ? corners(frame, inputs.obstacle) : []),
    ...(answer ? warpPoints(answer, names).map((one) => one.pose.position) : []),
    ...(solved?.trajectory?.samples.map((one) => one.position) ?? []),
    ...ends,
  ].map((one) => flat(look, one));
}

/** The horizontal direction from the predicted start to the target, for drawing. @param {import('./types.js').ReachAnswer} answer
 * @param {import('./inputs.js').Inputs} inputs @param {import('../../space.js').Frame} frame */
export function directionTo(answer, inputs, frame) {
  const way = from(answer.predicted_start.position, inputs.target.position);
  const level = add(way, times(frame.up, -dot(way, frame.up)));
  const length = Math.sqrt(dot(level, level));
  return length > 1e-9 ? times(level, 1 / length) : frame.forward;
}

/** The rings of a reach: what each distance from the predicted start answers. @param {StageProps & {canvas: Canvas, look: Look}} props */
function Reach({ canvas, look, solved, frame, factor, unit, maxAngle }) {
  const answer = solved?.answer;
  if (answer?.kind !== 'reach' || !solved) return null;
  const at = flat(look, answer.predicted_start.position);
  const { table } = solved;
  const far = (canvas.width + canvas.height) * canvas.perPixel * 3;
  const name = (/** @type {string} */ what, /** @type {number} */ to) => `${what} ${showLength(to * factor, unit)} ${unit}`;
  const forward = turned(answer.predicted_start.rotation, frame.forward);
  const yaw = yawTowards(frame, forward);
  const edge = (/** @type {number} */ angle) => {
    const [a, b] = [canvas.place(at), canvas.place(flat(look, add(answer.predicted_start.position, times(directionOf(frame, yaw + angle), far))))];
    return `M${a.x} ${a.y}L${b.x} ${b.y}`;
  };
  return html`<g aria-hidden="true">
    ${table &&
    html`<${Annulus} canvas=${canvas} at=${at} inner=${table.in_band_to} outer=${far} className="clamped" />
      <${Annulus} canvas=${canvas} at=${at} inner=${table.in_band_from} outer=${table.in_band_to} className="in-band" />
      <${Annulus} canvas=${canvas} at=${at} inner=${table.overlapping_to} outer=${table.in_band_from} className="compressed" />
      <${Annulus} canvas=${canvas} at=${at} inner=${0} outer=${table.overlapping_to} className="overlapping" />
      <${Ring} canvas=${canvas} at=${at} radius=${table.overlapping_to} name="" className="overlapping" />
      <${Ring} canvas=${canvas} at=${at} radius=${table.in_band_from} name=${name('in band from', table.in_band_from)} className="compressed" />
      <${Ring} canvas=${canvas} at=${at} radius=${table.in_band_to} name=${name('in band to', table.in_band_to)} className="in-band" />`}
    ${maxAngle !== null && maxAngle < 180 && html`<path class="cone" d=${edge(maxAngle) + edge(-maxAngle)} />`}
  </g>`;
}

/** What the answer says. @param {StageProps & {canvas: Canvas, look: Look}} props */
function Answered({ canvas, look, solved, inputs, aim, names, moment, frame }) {
  if (!solved) return null;
  const { answer, trajectory } = solved;
  const samples = trajectory?.samples ?? [];
  const facing = (/** @type {import('../../types.js').Rotation} */ rotation) => flat(look, turned(rotation, frame.forward));
  // A point that is landed on bears its own name.
  const places = movables(inputs, aim, names);
  const isNamed = (/** @type {string} */ name, /** @type {Vector} */ at) => {
    const away = (/** @type {Vector} */ place) => flat(look, from(place, at));
    return places.some((one) => one.label === name && Math.hypot(away(one.position).x, away(one.position).y) < 20 * canvas.perPixel);
  };
  const points = warpPoints(answer, names).map((one) => ({ ...one, name: isNamed(one.name, one.pose.position) ? '' : one.name, at: canvas.place(flat(look, one.pose.position)) }));
  const spots = spotsOf(points, places.filter((one) => one.key !== 'obstacle').flatMap((one) => roomsOf(canvas, look, one)), canvas);
  const shown = (/** @type {import('./types.js').Pose} */ pose, /** @type {string} */ className) =>
    html`<${Figure} canvas=${canvas} at=${flat(look, pose.position)} facing=${facing(pose.rotation)} radius=${inputs.actor.radius} className=${className} />`;
  return html`<g aria-hidden="true">
    <${Trail} canvas=${canvas} points=${samples.flatMap((one) => (one.partner ? [flat(look, one.partner.position)] : []))} className="trail partner" />
    <${Trail} canvas=${canvas} points=${samples.flatMap((one) => (one.authored ? [flat(look, one.authored.position)] : []))} className="trail authored" />
    <${Trail} canvas=${canvas} points=${samples.map((one) => flat(look, one.position))} className="trail warped" />
    ${answer.kind === 'reach' &&
    html`<${Ring} canvas=${canvas} at=${flat(look, answer.lead?.target ?? inputs.target.position)} radius=${answer.stop_distance} name="stop distance" className="standoff" upper />
      ${answer.lead && html`<${Figure} canvas=${canvas} at=${flat(look, answer.lead.target)} facing=${{ x: 0, y: 0 }} radius=${inputs.target.radius} className="led" />`}`}
    ${points.map((one, i) => html`<${WarpPoint} canvas=${canvas} at=${flat(look, one.pose.position)} facing=${facing(one.pose.rotation)} name=${one.name} spot=${spots[i]} />`)}
    ${moment?.authored && shown(moment.authored, 'ghost')}
    ${moment && shown(moment, 'now')}
    ${moment?.partner && shown(moment.partner, 'other')}
  </g>`;
}

/** What somebody who can be dragged takes up: the capsule and the name below it. @param {Canvas} canvas @param {Look} look @param {import('./places.js').Movable} one
 * @returns {import('./labels.js').Box[]} */
function roomsOf(canvas, look, one) {
  const { x, y } = canvas.place(flat(look, one.position));
  const size = sizeOf(canvas, one.radius);
  return [{ left: x - size, right: x + size, top: y - size, bottom: y + size }, roomOf(one.label, { x, y }, { x: 0, y: size + 14, anchor: 'middle' })];
}

/** @param {Canvas} canvas @param {number} radius */
const sizeOf = (canvas, radius) => Math.max(8, radius / canvas.perPixel);

/** @param {{canvas: Canvas, look: Look, one: import('./places.js').Movable} & StageProps} props */
function Grip({ canvas, look, one, change, frame, factor, unit, inputs }) {
  const { move, turn } = mover(one, change, frame.metresPerUnit);
  const at = flat(look, one.position);
  // A box is turned by its side, where no path runs.
  const quarter = one.key === 'obstacle' ? 90 : 0;
  const direction = one.yaw === null ? null : flat(look, directionOf(frame, one.yaw + quarter));
  const angle = direction ? (Math.atan2(direction.y, direction.x) * 180) / Math.PI : 0;
  // Yaw may run the other way round than angles on the paper do.
  const sense = flat(look, directionOf(frame, 90)).y > 0 ? 1 : -1;
  const half = quarter ? boxAxes(frame, inputs.obstacle).side : null;
  const size = sizeOf(canvas, half ? Math.sqrt(dot(half, half)) : one.radius);
  const step = 0.1 / frame.metresPerUnit;
  const box = one.key === 'obstacle' ? outline(canvas, look, frame, inputs.obstacle) : '';
  const middle = canvas.place(at);
  return html`
    ${direction &&
    html`<${Turner} canvas=${canvas} at=${at} angle=${angle} arm=${quarter ? Math.min(size + 16, canvas.height - middle.y - 14) : Math.max(size + 18, ARM)} label="${one.label}: yaw" value=${one.yaw ?? 0} className=${one.className}
      onTurn=${(/** @type {number} */ degrees) => turn((one.yaw ?? 0) + sense * degrees)}
      onAngle=${(/** @type {number} */ to, /** @type {PointerEvent} */ event) => {
        const radians = (to * Math.PI) / 180;
        const yaw = yawTowards(frame, add(times(look.across, Math.cos(radians)), times(look.along, Math.sin(radians))));
        turn((event.shiftKey ? Math.round(yaw / 15) * 15 : yaw) - quarter);
      }} />`}
    <${Handle} canvas=${canvas} at=${at} label="${one.label}: place" className=${one.className} step=${step} value=${at.x * factor}
      text="${showLength(at.x * factor, unit)} ${unit} forward, ${showLength(-at.y * factor, unit)} ${unit} to the right"
      onMove=${(/** @type {import('./geometry.js').Point} */ to) => move(moved(look, one.position, to))}
      onTurn=${one.yaw === null ? undefined : (/** @type {number} */ degrees) => turn((one.yaw ?? 0) + sense * degrees)}>
      ${box ? html`<path class="body" d=${box} transform="translate(${-middle.x} ${-middle.y})" />` : html`<circle class="catch" r=${Math.max(12, size)} /><circle class="body" r=${size} />`}
      <path class="centre" d="M-4 0H4M0 -4V4" />
      <text y=${box ? 18 - Math.min(size, middle.y) : size + 14} text-anchor="middle">${one.label}</text>
    <//>`;
}

/** The box from above: its four upper corners. @param {Canvas} canvas @param {Look} look @param {import('../../space.js').Frame} frame @param {import('./inputs.js').Inputs['obstacle']} box */
function outline(canvas, look, frame, box) {
  const pixels = corners(frame, box).map((one) => canvas.place(flat(look, one)));
  const ring = [1, 3, 7, 5].map((i) => `${pixels[i].x} ${pixels[i].y}`);
  return `M${ring.join('L')}Z`;
}

/** @param {StageProps} props */
export function Above(props) {
  const { frame, inputs, aim, names, factor, unit, height } = props;
  const [element, width] = useWidth(820);
  const look = fromAbove(frame);
  const canvas = useCanvas(points(props, look), Math.max(320, width), height, 2 / frame.metresPerUnit);
  const shared = { ...props, canvas, look };
  const velocity = aim === 'target' && inputs.target.velocity.some(Boolean);
  const tip = velocity && canvas.place(flat(look, add(inputs.target.position, inputs.target.velocity)));
  const base = canvas.place(flat(look, inputs.target.position));
  return html`<div ref=${element} class="stage-frame">
    <${Drawing} canvas=${canvas} label="From above. Drag what is named, or reach it with Tab and move it with the arrow keys." factor=${factor} unit=${unit} across=${axisOf('forward', look.across)} along=${axisOf('left', look.along)}>
      <${Reach} ...${shared} />
      <${Answered} ...${shared} />
      ${tip && html`<path class="velocity" d="M${base.x} ${base.y}L${tip.x} ${tip.y}" /><circle class="velocity-tip" cx=${tip.x} cy=${tip.y} r="4" />`}
      ${movables(inputs, aim, names).reverse().map((one) => html`<${Grip} key=${one.key} ...${shared} one=${one} />`)}
    <//>
    <button type="button" class="fit" onClick=${() => canvas.setWindow(null)} title="Show all of it (double click)">Fit</button>
  </div>`;
}

/** What the lines are. @param {{partner: boolean}} props */
export function Key({ partner }) {
  return html`<ul class="stage-key" aria-label="Lines">
    <li><svg width="22" height="8" aria-hidden="true"><path class="trail warped" d="M0 4H22" /></svg>warped</li>
    <li><svg width="22" height="8" aria-hidden="true"><path class="trail authored" d="M0 4H22" /></svg>authored</li>
    ${partner && html`<li><svg width="22" height="8" aria-hidden="true"><path class="trail partner" d="M0 4H22" /></svg>partner</li>`}
    <li><svg width="12" height="12" aria-hidden="true" class="warp-point"><path d="M6 0L12 6L6 12L0 6Z" /></svg>warp point</li>
  </ul>`;
}
