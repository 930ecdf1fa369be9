// The stage from the side: heights of a vault, a mantle, or of points that do not lie on the ground.
import { html } from '../../html.js';
import { useWidth } from '../../hooks.js';
import { dot } from '../../space.js';
import { showLength } from '../../units.js';
import { Drawing, axisOf, useCanvas } from './canvas.js';
import { add, directionOf, flat, from, fromSide, moved, times, turned } from './geometry.js';
import { Handle } from './handle.js';
import { spotsOf } from './labels.js';
import { corners, movables, mover, withHeight } from './places.js';
import { Standing, Trail, WarpPoint } from './shapes.js';
import { warpPoints } from './above.js';

/** @typedef {import('./above.js').StageProps} StageProps */

const TALL = 1.7;

/** What is drawn to the right: the way in to the obstacle, else the way to what is aimed at. @param {StageProps} props */
function headingOf({ frame, inputs, aim, solved }) {
  const answer = solved?.answer;
  if (aim === 'obstacle') {
    const target = answer?.kind === 'phases' && answer.verdict === undefined ? answer.targets?.[0] : null;
    return target ? turned(target.rotation, frame.forward) : directionOf(frame, inputs.actor.yaw);
  }
  const goal = aim === 'targets' ? inputs.targets[inputs.targets.length - 1]?.position : aim === 'partner' ? inputs.partner.position : inputs.target.position;
  return goal ? from(inputs.actor.position, goal) : frame.forward;
}

/** The box from the side, with a grip on its top. @param {StageProps & {canvas: import('./canvas.js').Canvas, look: import('./geometry.js').Look}} props */
function Box({ canvas, look, frame, inputs, change, factor, unit }) {
  const places = corners(frame, inputs.obstacle).map((one) => flat(look, one));
  const [low, high] = [Math.min(...places.map((one) => one.y)), Math.max(...places.map((one) => one.y))];
  const [left, right] = [Math.min(...places.map((one) => one.x)), Math.max(...places.map((one) => one.x))];
  const [a, b] = [canvas.place({ x: left, y: high }), canvas.place({ x: right, y: low })];
  const height = high - low;
  return html`<rect class="box" x=${a.x} y=${a.y} width=${b.x - a.x} height=${Math.max(1, b.y - a.y)} />
    <${Handle} canvas=${canvas} at=${{ x: (left + right) / 2, y: high }} label="Obstacle: height" className="is-edge" step=${0.05 / frame.metresPerUnit}
      value=${height * factor} text="${showLength(height * factor, unit)} ${unit} high"
      onMove=${(/** @type {import('./geometry.js').Point} */ to) => change((now) => withHeight(frame, now, to.y - low))}>
      <rect class="catch" x=${-(b.x - a.x) / 2} y="-7" width=${b.x - a.x} height="14" />
      <path class="edge" d="M${-(b.x - a.x) / 2} 0H${(b.x - a.x) / 2}" />
      <path class="knob" d="M-8 -3H8V3H-8Z" />
    <//>`;
}

/** @param {StageProps} props */
export function Side(props) {
  const { frame, inputs, aim, names, solved, moment, change, factor, unit, height } = props;
  const [element, width] = useWidth(820);
  const look = fromSide(frame, headingOf(props));
  const samples = solved?.trajectory?.samples ?? [];
  const landing = solved ? warpPoints(solved.answer, names) : [];
  const tall = (TALL * inputs.actor.scale) / frame.metresPerUnit;
  const places = movables(inputs, aim, names);
  const sight = [
    ...places.map((one) => one.position),
    add(inputs.actor.position, times(frame.up, tall)),
    ...(aim === 'obstacle' ? corners(frame, inputs.obstacle) : []),
    ...samples.flatMap((one) => [one.position, add(one.position, times(frame.up, tall))]),
    ...landing.map((one) => one.pose.position),
  ].map((one) => flat(look, one));
  const canvas = useCanvas(sight, Math.max(320, width), height, 2 / frame.metresPerUnit);
  const points = landing.map((one) => ({ ...one, at: canvas.place(flat(look, one.pose.position)) }));
  const spots = spotsOf(points, [], canvas);
  const figure = (/** @type {import('./types.js').Pose} */ pose, /** @type {string} */ className) =>
    html`<${Standing} canvas=${canvas} at=${flat(look, pose.position)} radius=${inputs.actor.radius * 0.7} height=${tall} className=${className}
      ahead=${dot(turned(pose.rotation, frame.forward), look.across)} />`;
  return html`<div ref=${element} class="stage-frame">
    <${Drawing} canvas=${canvas} label="From the side" factor=${factor} unit=${unit} across=${{ name: aim === 'obstacle' ? 'inward' : 'towards the goal', sign: 1 }} along=${axisOf('up', look.along)}>
      ${aim === 'obstacle' && html`<${Box} ...${props} canvas=${canvas} look=${look} />`}
      <g aria-hidden="true">
        <${Trail} canvas=${canvas} points=${samples.flatMap((one) => (one.partner ? [flat(look, one.partner.position)] : []))} className="trail partner" />
        <${Trail} canvas=${canvas} points=${samples.flatMap((one) => (one.authored ? [flat(look, one.authored.position)] : []))} className="trail authored" />
        <${Trail} canvas=${canvas} points=${samples.map((one) => flat(look, one.position))} className="trail warped" />
        ${points.map((one, i) => html`<${WarpPoint} canvas=${canvas} at=${flat(look, one.pose.position)} facing=${{ x: 0, y: 0 }} name=${one.name} spot=${spots[i]} />`)}
        ${moment?.authored && figure(moment.authored, 'ghost')}
        ${moment && figure(moment, 'now')}
        ${moment?.partner && figure(moment.partner, 'other')}
      </g>
      ${places
        .filter((one) => one.key !== 'obstacle')
        .map((one) => {
          const at = flat(look, one.position);
          const { move } = mover(one, change, frame.metresPerUnit);
          return html`<${Handle} key=${one.key} canvas=${canvas} at=${at} label="${one.label}: height and way" className="${one.className} small" step=${0.05 / frame.metresPerUnit}
            value=${at.y * factor} text="${showLength(at.y * factor, unit)} ${unit} high"
            onMove=${(/** @type {import('./geometry.js').Point} */ to) => move(moved(look, one.position, to))}>
            <circle class="catch" r="11" /><circle class="body" r="5" />
          <//>`;
        })}
    <//>
  </div>`;
}
