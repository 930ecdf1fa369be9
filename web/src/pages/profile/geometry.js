// From a space to a drawing and back: which way is right and up on the paper. Nothing here decides where a root goes.
import { dot } from '../../space.js';

/** @typedef {import('../../space.js').Frame} Frame */
/** @typedef {import('../../types.js').Vector} Vector */
/** @typedef {import('../../types.js').Rotation} Rotation */
/** @typedef {{x: number, y: number}} Point on the paper, y upwards, in units of the space */

/** @param {Vector} a @param {Vector} b @returns {Vector} */
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** @param {Vector} a @param {Vector} b @returns {Vector} */
export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
/** @param {Vector} a @param {number} factor @returns {Vector} */
export const times = (a, factor) => [a[0] * factor, a[1] * factor, a[2] * factor];
/** @param {Vector} a @param {Vector} b @returns {Vector} */
export const from = (a, b) => add(b, times(a, -1));

/** A direction turned by a unit quaternion. @param {Rotation} q @param {Vector} v @returns {Vector} */
export function turned([x, y, z, w], v) {
  /** @type {Vector} */
  const axis = [x, y, z];
  const t = times(cross(axis, v), 2);
  return add(add(v, times(t, w)), cross(axis, t));
}

/** The side that yaw turns to from forward. @param {Frame} frame */
const sideOf = (frame) => cross(frame.up, frame.forward);

/** @param {Frame} frame @param {number} yaw degrees @returns {Vector} */
export function directionOf(frame, yaw) {
  const angle = (yaw * Math.PI) / 180;
  return add(times(frame.forward, Math.cos(angle)), times(sideOf(frame), Math.sin(angle)));
}

/** The yaw of a direction, degrees in (-180, 180]. @param {Frame} frame @param {Vector} direction */
export const yawTowards = (frame, direction) =>
  (Math.atan2(dot(direction, sideOf(frame)), dot(direction, frame.forward)) * 180) / Math.PI;

/** The yaw that a rotation is shown as. @param {Frame} frame @param {Rotation} rotation */
export const yawOf = (frame, rotation) => yawTowards(frame, turned(rotation, frame.forward));

/** A way to look at the space: two directions that lie on the paper, and the one that is lost.
 * @typedef {{across: Vector, along: Vector, lost: Vector}} Look */

/** From above: forward to the right. @param {Frame} frame @returns {Look} */
export const fromAbove = (frame) => ({ across: frame.forward, along: times(frame.right, -1), lost: frame.up });

/** From the side: a horizontal direction to the right, up upwards. @param {Frame} frame @param {Vector} heading @returns {Look} */
export function fromSide(frame, heading) {
  const flat = from(times(frame.up, dot(heading, frame.up)), heading);
  const length = Math.sqrt(dot(flat, flat));
  const across = length > 1e-9 ? times(flat, 1 / length) : frame.forward;
  return { across, along: frame.up, lost: cross(frame.up, across) };
}

/** @param {Look} look @param {Vector} v @returns {Point} */
export const flat = (look, v) => ({ x: dot(v, look.across), y: dot(v, look.along) });

/** Moves a place on the paper, and leaves what the paper does not show. @param {Look} look @param {Vector} place @param {Point} to @returns {Vector} */
export const moved = (look, place, to) =>
  add(add(times(look.across, to.x), times(look.along, to.y)), times(look.lost, dot(place, look.lost)));

/** A coordinate without the dust that adding up leaves. @param {number} value */
export const tidy = (value) => {
  const short = Number(value.toPrecision(9));
  return Math.abs(short) < 1e-9 ? 0 : short;
};
/** @param {Vector} v @returns {Vector} */
export const tidyVector = (v) => [tidy(v[0]), tidy(v[1]), tidy(v[2])];
