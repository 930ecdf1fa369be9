// What is asked: where the actor is and what it wants to reach. In the units and axes of the clip's space, and as it
// stands in the address.
import { add, directionOf, tidyVector, times } from './geometry.js';

/** @typedef {import('../../space.js').Frame} Frame */
/** @typedef {import('../../types.js').Vector} Vector */
/** @typedef {import('../../router.js').Query} Query */
/** @typedef {{position: Vector, yaw: number}} Place */
/** @typedef {'target' | 'targets' | 'obstacle' | 'partner'} Aim what the profile wants to be told */

/** @typedef {object} Inputs
 * @property {Place & {radius: number, scale: number}} actor
 * @property {{position: Vector, yaw: number | null, radius: number, velocity: Vector}} target
 * @property {Place[]} targets
 * @property {Place & {size: Vector}} obstacle
 * @property {Place & {scale: number, time: number, clip: string}} partner
 * @property {number} time
 * @property {number} rate */

/** @param {import('./types.js').Document} profile @returns {Aim} */
export function aimOf(profile) {
  if (profile.kind === 'reach') return 'target';
  const kind = profile.provider?.kind;
  return kind === 'obstacle' ? 'obstacle' : kind === 'align' ? 'partner' : 'targets';
}

/** Full extents of a box by its length, width and height. @param {Frame} frame @param {number} length @param {number} width @param {number} height @returns {Vector} */
const sizeOf = (frame, length, width, height) =>
  /** @type {Vector} */ ([0, 1, 2].map((i) => (frame.forward[i] ? length : frame.right[i] ? width : height)));

/** Where to begin: something that can be reached, of the size of people.
 * @param {Frame} frame @param {import('./types.js').ReachTable | null} table @param {Place[]} ends authored ends of the phases
 * @returns {Inputs} */
export function firstInputs(frame, table, ends) {
  const metre = 1 / frame.metresPerUnit;
  const distance = table && table.in_band_to > 0 ? Number(((table.in_band_from + table.in_band_to) / 2).toPrecision(2)) : 3 * metre;
  const ahead = (/** @type {number} */ forward, /** @type {number} */ up) =>
    tidyVector(add(times(frame.forward, forward), times(frame.up, up)));
  return {
    actor: { position: [0, 0, 0], yaw: 0, radius: 0.4 * metre, scale: 1 },
    target: { position: ahead(distance, 0), yaw: null, radius: 0.4 * metre, velocity: [0, 0, 0] },
    targets: ends,
    obstacle: { position: ahead(1.9 * metre, 0.5 * metre), yaw: 0, size: sizeOf(frame, 1.4 * metre, 2 * metre, metre) },
    partner: { position: ahead(4 * metre, 0), yaw: 180, scale: 1, time: 0, clip: '' },
    time: 0,
    rate: 1,
  };
}

const text = (/** @type {(number | null)[]} */ ...numbers) => numbers.map((one) => (one === null ? '' : String(one))).join(',');

/** @param {string | undefined} given @param {number} count numbers, the first ones at least @returns {number[] | null} */
function numbers(given, count) {
  if (!given) return null;
  const list = given.split(',').map((one) => (one.trim() === '' ? NaN : Number(one)));
  return list.length >= count && list.slice(0, count).every(Number.isFinite) ? list : null;
}

/** @param {number | undefined} value @param {number} otherwise */
const or = (value, otherwise) => (value !== undefined && Number.isFinite(value) ? value : otherwise);

/** @param {number[]} list @returns {Place} */
const placeOf = (list) => ({ position: [list[0], list[1], list[2]], yaw: or(list[3], 0) });

/** @type {Place} */
const NOWHERE = { position: [0, 0, 0], yaw: 0 };

/** What an address says, over what it leaves out. @param {Query} query @param {Inputs} first @returns {Inputs} */
export function readInputs(query, first) {
  const actor = numbers(query.actor, 3);
  const target = numbers(query.target, 3);
  const velocity = numbers(query.velocity, 3);
  const box = numbers(query.obstacle, 7);
  const partner = numbers(query.partner, 3);
  const points = query.points?.split('_').map((one) => numbers(one, 3));
  return {
    actor: actor ? { ...placeOf(actor), radius: or(actor[4], first.actor.radius), scale: or(actor[5], 1) } : first.actor,
    target: target
      ? {
          position: placeOf(target).position,
          radius: or(target[3], first.target.radius),
          yaw: Number.isFinite(target[4]) ? target[4] : null,
          velocity: velocity ? placeOf(velocity).position : [0, 0, 0],
        }
      : { ...first.target, velocity: velocity ? placeOf(velocity).position : [0, 0, 0] },
    targets: Array.from({ length: Math.max(first.targets.length, points?.length ?? 0) }, (_, i) => {
      const given = points?.[i];
      return given ? placeOf(given) : first.targets[i] ?? NOWHERE;
    }),
    obstacle: box ? { ...placeOf(box), size: [box[4], box[5], box[6]] } : first.obstacle,
    partner: partner
      ? { ...placeOf(partner), scale: or(partner[4], 1), time: or(partner[5], 0), clip: query.partner_clip ?? '' }
      : { ...first.partner, clip: query.partner_clip ?? '' },
    time: or(numbers(query.time, 1)?.[0], 0),
    rate: or(numbers(query.rate, 1)?.[0], 1),
  };
}

/** The same as members of an address; only those that the profile's kind asks for.
 * @param {Inputs} inputs @param {Aim} aim @returns {Record<string, string | null>} */
export function writeInputs(inputs, aim) {
  const { actor, target, obstacle, partner } = inputs;
  const place = (/** @type {Place} */ one) => text(...one.position, one.yaw);
  return {
    actor: text(...actor.position, actor.yaw, actor.radius, actor.scale),
    target: aim === 'target' ? text(...target.position, target.radius, target.yaw) : null,
    velocity: aim === 'target' && target.velocity.some(Boolean) ? text(...target.velocity) : null,
    points: aim === 'targets' ? inputs.targets.map(place).join('_') : null,
    obstacle: aim === 'obstacle' ? text(...obstacle.position, obstacle.yaw, ...obstacle.size) : null,
    partner: aim === 'partner' ? text(...partner.position, partner.yaw, partner.scale, partner.time) : null,
    partner_clip: aim === 'partner' ? partner.clip : null,
    time: inputs.time === 0 ? null : String(inputs.time),
    rate: inputs.rate === 1 ? null : String(inputs.rate),
  };
}

/** As many target points as there are phases: a draft may have more of them, or fewer. @param {Inputs} inputs @param {import('./types.js').Document} document @returns {Inputs} */
export function withTargetsFor(inputs, document) {
  const count = aimOf(document) === 'targets' ? document.phases.length : 0;
  const last = inputs.targets[inputs.targets.length - 1] ?? NOWHERE;
  return inputs.targets.length === count ? inputs : { ...inputs, targets: Array.from({ length: count }, (_, i) => inputs.targets[i] ?? last) };
}

/** The body of /v1/resolve. @param {string | import('./types.js').Document} profile @param {Inputs} inputs @param {Aim} aim */
export function requestOf(profile, inputs, aim) {
  const { actor, target, obstacle, partner } = inputs;
  const scaled = (/** @type {number} */ scale) => (scale === 1 ? {} : { scale });
  return {
    profile,
    ...(inputs.time === 0 ? {} : { time: inputs.time }),
    ...(inputs.rate === 1 ? {} : { play_rate: inputs.rate }),
    actor: { position: actor.position, yaw: actor.yaw, radius: actor.radius, ...scaled(actor.scale) },
    ...(aim === 'target' && {
      target: {
        position: target.position,
        radius: target.radius,
        ...(target.yaw === null ? {} : { yaw: target.yaw }),
        ...(target.velocity.some(Boolean) ? { velocity: target.velocity } : {}),
      },
    }),
    ...(aim === 'targets' && { targets: inputs.targets }),
    ...(aim === 'obstacle' && { obstacle: { position: obstacle.position, yaw: obstacle.yaw, size: obstacle.size } }),
    ...(aim === 'partner' && {
      partner: {
        position: partner.position,
        yaw: partner.yaw,
        ...scaled(partner.scale),
        ...(partner.time === 0 ? {} : { time: partner.time }),
        ...(partner.clip ? { clip: partner.clip } : {}),
      },
    }),
  };
}

/** A box's corner directions, half as long as it is: along its own forward, side and up.
 * @param {Frame} frame @param {Inputs['obstacle']} box */
export function boxAxes(frame, box) {
  const forward = directionOf(frame, box.yaw);
  const side = directionOf(frame, box.yaw + 90);
  const extent = (/** @type {Vector} */ axis) => box.size[axis.findIndex((one) => one !== 0)] / 2;
  return {
    forward: times(forward, extent(frame.forward)),
    side: times(side, extent(frame.right)),
    up: times(frame.up, extent(frame.up)),
  };
}
