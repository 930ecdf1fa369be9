'use strict';
// The resolve of a reach: one target, a stop distance, a scale band.
const v = require('./vector.js');
const { Unsupported, trackedTime } = require('./clip.js');

const MEMBERS = {
  request: new Set(['id', 'profile', 'time', 'play_rate', 'actor', 'target']),
  actor: new Set(['position', 'rotation', 'yaw', 'radius', 'scale']),
  target: new Set(['position', 'rotation', 'yaw', 'radius']),
};

const WARNINGS = {
  no_direction:
    'The target is straight above or below, or at the same spot, so there is no direction to face; the facing is kept.',
  method_fallback:
    'The profile\'s method had nothing to measure, or would have left its bounds; the one named in "method" was used.',
  shortfall: 'The target is beyond what the scale band allows; the root stops short of it by "shortfall".',
  rate_clamped: 'The play rate met a limit of the profile\'s "rate".',
};

class Invalid extends Error {}

function checkMembers(object, kind) {
  if (typeof object !== 'object' || object === null) throw new Invalid(`${kind} has to be an object`);
  for (const member in object)
    if (!MEMBERS[kind].has(member)) throw new Unsupported(`the peer does not know "${member}" of a ${kind}`);
}

function number(value, fallback, name) {
  if (value === undefined) return fallback;
  if (!Number.isFinite(value)) throw new Invalid(`${name} has to be a number`);
  return value;
}

function vector(value, name) {
  if (!Array.isArray(value) || value.length !== 3 || !value.every((n) => Math.abs(n) <= 1e9))
    throw new Invalid(`${name} has to be three numbers`);
  return value;
}

function rotationOf(placed, clip) {
  if (placed.yaw !== undefined) return v.aboutUp(clip.up, (number(placed.yaw, 0, 'yaw') * Math.PI) / 180);
  return placed.rotation === undefined ? [0, 0, 0, 1] : v.normalised(placed.rotation);
}

// Where the windows open for the actor, and the span that is left then.
function begin(profile, actor, time, scale) {
  const full = profile.span;
  if (time === full.start) return { start: actor, span: full, passed: false };
  if (time < full.start)
    return { start: v.compose(actor, profile.clip.motion(time, full.start, scale)), span: full, passed: false };
  return { start: actor, span: profile.spanFrom(time), passed: time >= full.end };
}

function playRate(limits, authored, actual, nothing) {
  if (limits === null) return { rate: 1, clamped: false };
  const wanted = actual >= nothing ? authored / actual : authored >= nothing ? Infinity : 1;
  const rate = Math.min(Math.max(wanted, limits.min), limits.max);
  return { rate, clamped: rate !== wanted };
}

function failedConditions(profile, start, toTarget, distance, height) {
  const { clip, conditions } = profile;
  const forward = v.flat(v.rotate(start.rotation, clip.forward), clip.up);
  let angle = 0;
  if (distance >= clip.nothing && v.dot(forward, forward) > 0)
    angle = (Math.atan2(v.length(v.cross(forward, toTarget)), v.dot(forward, toTarget)) * 180) / Math.PI;
  const reasons = [];
  if (angle > conditions.max_angle) reasons.push('max_angle');
  if (distance < conditions.min_distance) reasons.push('min_distance');
  if (distance > conditions.max_distance) reasons.push('max_distance');
  if (Math.abs(height) > conditions.max_height) reasons.push('max_height');
  return reasons;
}

function verdictOf(reasons, passed, gap, required, band) {
  if (reasons.length > 0) return 'rejected';
  if (passed) return 'window_passed';
  if (gap === 0) return 'overlapping';
  if (required === null) return 'no_travel';
  if (required < band.min) return 'compressed';
  return required > band.max ? 'clamped' : 'in_band';
}

// Clip time to elapsed time.
function clock(span, passed, time, rate, requestRate) {
  if (passed) return (at) => (at - time) / requestRate;
  const begins = (span.start - time) / requestRate;
  const within = (at) => {
    const tracked = trackedTime(span, at);
    return begins + (tracked / rate + (at - span.start - tracked)) / requestRate;
  };
  const ends = within(span.end);
  return (at) => {
    if (at <= span.start) return (at - time) / requestRate;
    return at < span.end ? within(at) : ends + (at - span.end) / requestRate;
  };
}

function listWindows(profile, span, time, scale, naturalTravel, travel, scaled, elapsed) {
  const { clip } = profile;
  const net = v.mul(v.flat(span.natural.position, clip.up), scale);
  const list = [];
  let previousEnd = span.start;
  let atPreviousEnd = [0, 0, 0];
  for (const w of profile.windows) {
    if (w.end <= time) continue;
    const from = Math.max(w.start, span.start);
    const atStart = span.displacement(from);
    const atEnd = span.displacement(w.end);
    let before = 0;
    if (list.length > 0) {
      before = travel;
      if (w.start > previousEnd && naturalTravel >= clip.nothing)
        before += v.dot(v.mul(v.sub(atStart, atPreviousEnd), scale), net) / naturalTravel;
    }
    const own = v.length(v.flat(v.mul(v.sub(atEnd, atStart), scale), clip.up));
    list.push({
      name: w.name,
      start: w.start,
      end: w.end,
      scale: scaled && own >= clip.nothing ? (travel - before) / own : null,
      elapsed_start: elapsed(from),
      elapsed_end: elapsed(w.end),
    });
    if (w.end > previousEnd) {
      previousEnd = w.end;
      atPreviousEnd = atEnd;
    }
  }
  return list;
}

function listEvents(clip, time, end, elapsed) {
  return clip.events.map((event) => {
    const passed = event.time < time || event.time > end;
    return { name: event.name, time: event.time, elapsed: passed ? null : elapsed(event.time), passed };
  });
}

const shown = (pose) => ({ position: v.add(pose.position, [0, 0, 0]), rotation: v.canonical(pose.rotation) });

// Where the root lands, and how it is turned there.
function land(profile, start, naturalEnd, toTarget, distance, travel, target, warnings) {
  const { clip } = profile;
  const level = profile.followsHeight ? target : naturalEnd.position;
  let end = start.position;
  if (distance > 0) end = v.add(end, v.mul(toTarget, travel / distance));
  const position = end.map((n, axis) => (clip.up[axis] !== 0 ? level[axis] : n));
  if (distance < clip.nothing) {
    warnings.push('no_direction');
    return { position, rotation: start.rotation };
  }
  const yaw = Math.atan2(v.dot(toTarget, clip.left), v.dot(toTarget, clip.forward));
  return { position, rotation: v.aboutUp(clip.up, yaw) };
}

function resolve(profiles, request) {
  checkMembers(request, 'request');
  checkMembers(request.actor, 'actor');
  checkMembers(request.target, 'target');
  const profile = profiles.get(request.profile);
  if (profile === undefined) throw new Invalid(`there is no profile named "${request.profile}"`);
  const { clip } = profile;
  const time = number(request.time, 0, 'time');
  const requestRate = number(request.play_rate, 1, 'play_rate');
  const scale = number(request.actor.scale, 1, 'scale');
  const target = vector(request.target.position, 'position of the target');
  const actor = { position: vector(request.actor.position, 'position of the actor'), rotation: rotationOf(request.actor, clip) };
  if (time < 0 || time > clip.duration) throw new Invalid('time lies outside the clip');

  const { start, span, passed } = begin(profile, actor, time, scale);
  const natural = { position: v.mul(span.natural.position, scale), rotation: span.natural.rotation };
  const naturalEnd = v.compose(start, natural);
  const naturalTravel = v.length(v.flat(v.rotate(start.rotation, natural.position), clip.up));
  const offset = v.sub(target, start.position);
  const toTarget = v.flat(offset, clip.up);
  const distance = v.length(toTarget);
  const stop = Math.max(
    0, number(request.actor.radius, 0, 'radius') + number(request.target.radius, 0, 'radius') + profile.contactOffset);
  const gap = Math.max(0, distance - stop);
  const required = naturalTravel >= clip.nothing ? gap / naturalTravel : null;
  const applied = required === null ? 0 : Math.min(required, profile.band.max);
  const travel = required === null ? 0 : required <= profile.band.max ? gap : naturalTravel * applied;
  const played = playRate(profile.rate, naturalTravel, travel, clip.nothing);
  const reasons = failedConditions(profile, start, toTarget, distance, v.dot(offset, clip.up));
  const warnings = [];
  const warpPoint = passed ? start : land(profile, start, naturalEnd, toTarget, distance, travel, target, warnings);
  const [method, peak] = passed ? ['skew', 0] : profile.method(span, scale);
  if (!passed && method !== 'skew') warnings.push('method_fallback');
  if (gap - travel >= clip.nothing) warnings.push('shortfall');
  if (!passed && played.clamped) warnings.push('rate_clamped');
  const rate = passed ? 1 : played.rate;
  const elapsed = clock(span, passed, time, rate, requestRate);
  const windows = listWindows(profile, span, time, scale, naturalTravel, travel, required !== null, elapsed);
  const end = Math.max(clip.duration, time);
  const landed = shown(warpPoint);
  return {
    ...(request.id !== undefined && { id: request.id }),
    kind: 'reach',
    verdict: verdictOf(reasons, passed, gap, required, profile.band),
    reasons,
    predicted_start: shown(start),
    natural_end: shown(naturalEnd),
    distance_to_target: distance,
    stop_distance: stop,
    gap_to_close: gap,
    natural_travel: naturalTravel,
    required_scale: required,
    applied_scale: applied,
    travel,
    shortfall: gap - travel,
    first_window_scale: windows.length > 0 ? windows[0].scale : null,
    warp_point: landed,
    reached: landed,
    play_rate: rate,
    method,
    peak_weight: peak,
    windows,
    window_passed: passed,
    duration: elapsed(end),
    events: listEvents(clip, time, end, elapsed),
    warnings: warnings.map((code) => ({ code, detail: WARNINGS[code] })),
    profile: profile.identity,
    clip: clip.identity,
    solver_version: 1,
  };
}

module.exports = { Invalid, resolve };
