// Whatever can be dragged on a stage: each with where it is, and what the inputs become when it moves or turns.
import { add, from, tidy, tidyVector, times } from './geometry.js';
import { boxAxes } from './inputs.js';

/** @typedef {import('./inputs.js').Inputs} Inputs */
/** @typedef {import('../../types.js').Vector} Vector */
/** @typedef {(change: (inputs: Inputs) => Inputs) => void} Change */

/** @typedef {object} Movable
 * @property {string} key
 * @property {string} label
 * @property {Vector} position
 * @property {number | null} yaw null: it has none to turn
 * @property {number} radius
 * @property {string} className
 * @property {(inputs: Inputs, position: Vector, yaw: number | null) => Inputs} put */

/** The yaw within (-180, 180]. @param {number} yaw */
export const wrapped = (yaw) => tidy(yaw - 360 * Math.ceil((yaw - 180) / 360));

/** @param {Inputs} inputs @param {import('./inputs.js').Aim} aim @param {string[]} names of phases @returns {Movable[]} */
export function movables(inputs, aim, names) {
  /** @type {Movable[]} */
  const list = [
    {
      key: 'actor',
      label: 'Actor',
      ...inputs.actor,
      className: 'is-actor',
      put: (now, position, yaw) => ({ ...now, actor: { ...now.actor, position, yaw: yaw ?? 0 } }),
    },
  ];
  if (aim === 'target') {
    list.push({
      key: 'target',
      label: 'Target',
      ...inputs.target,
      className: 'is-target',
      put: (now, position, yaw) => ({ ...now, target: { ...now.target, position, yaw } }),
    });
  }
  if (aim === 'targets') {
    inputs.targets.forEach((one, i) =>
      list.push({
        key: `point ${i}`,
        label: names[i] || `Point ${i + 1}`,
        ...one,
        radius: 0,
        className: 'is-target',
        put: (now, position, yaw) => ({ ...now, targets: now.targets.map((old, k) => (k === i ? { position, yaw: yaw ?? 0 } : old)) }),
      }),
    );
  }
  if (aim === 'obstacle') {
    list.push({
      key: 'obstacle',
      label: 'Obstacle',
      position: inputs.obstacle.position,
      yaw: inputs.obstacle.yaw,
      radius: 0,
      className: 'is-target is-box',
      put: (now, position, yaw) => ({ ...now, obstacle: { ...now.obstacle, position, yaw: yaw ?? 0 } }),
    });
  }
  if (aim === 'partner') {
    list.push({
      key: 'partner',
      label: 'Partner',
      ...inputs.partner,
      radius: inputs.actor.radius,
      className: 'is-target',
      put: (now, position, yaw) => ({ ...now, partner: { ...now.partner, position, yaw: yaw ?? 0 } }),
    });
  }
  return list;
}

/** Moves in steps of a millimetre, turns in steps of a hundredth of a degree. @param {Movable} one @param {Change} change @param {number} metresPerUnit */
export const mover = (one, change, metresPerUnit) => ({
  move: (/** @type {Vector} */ position) => {
    const fine = (/** @type {number} */ value) => tidy(Math.round(value * metresPerUnit * 1000) / 1000 / metresPerUnit);
    change((now) => one.put(now, [fine(position[0]), fine(position[1]), fine(position[2])], one.yaw));
  },
  turn: (/** @type {number} */ yaw) => change((now) => one.put(now, one.position, wrapped(Number(yaw.toFixed(2))))),
});

/** Makes the box higher: its bottom stays. @param {import('../../space.js').Frame} frame @param {Inputs} inputs @param {number} height @returns {Inputs} */
export function withHeight(frame, inputs, height) {
  const { obstacle } = inputs;
  const up = frame.up.findIndex((one) => one !== 0);
  const most = Math.max(height, 0.01 / frame.metresPerUnit);
  const rise = times(frame.up, (most - obstacle.size[up]) / 2);
  const size = /** @type {Vector} */ (obstacle.size.map((one, i) => (i === up ? tidy(most) : one)));
  return { ...inputs, obstacle: { ...obstacle, size, position: tidyVector(add(obstacle.position, rise)) } };
}

/** The corners of the box. @param {import('../../space.js').Frame} frame @param {Inputs['obstacle']} box @returns {Vector[]} */
export function corners(frame, box) {
  const { forward, side, up } = boxAxes(frame, box);
  const signs = [-1, 1];
  return signs.flatMap((a) =>
    signs.flatMap((b) =>
      signs.map((c) => add(add(box.position, times(forward, a)), add(times(side, b), times(up, c)))),
    ),
  );
}

/** The direction from one place to another. @param {Vector} a @param {Vector} b */
export const heading = (a, b) => from(a, b);
