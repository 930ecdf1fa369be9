'use strict';
// A clip, and a reach profile measured against it: what a resolve would else measure again each time.
const v = require('./vector.js');

const SPACES = {
  unreal: { forward: [1, 0, 0], up: [0, 0, 1], metres: 0.01 },
  unity: { forward: [0, 0, 1], up: [0, 1, 0], metres: 1 },
  godot: { forward: [0, 0, -1], up: [0, 1, 0], metres: 1 },
  gltf: { forward: [0, 0, 1], up: [0, 1, 0], metres: 1 },
  blender: { forward: [0, -1, 0], up: [0, 0, 1], metres: 1 },
};

const SKEW_PEAK_LIMIT = 4;

class Unsupported extends Error {}

function refuse(what) {
  throw new Unsupported(`the peer does not know ${what}`);
}

class Clip {
  constructor(document) {
    const space = SPACES[document.space];
    if (space === undefined || document.loop || document.times === 'normalised')
      refuse('custom spaces, looping clips and normalised times');
    this.identity = { name: document.name, revision: document.revision, content_hash: document.content_hash };
    this.up = space.up;
    this.forward = space.forward;
    this.left = v.cross(space.up, space.forward); // where yaw turns to
    this.nothing = 1e-6 / space.metres;
    this.rate = document.frame_rate;
    this.rebase(document.root.positions, document.root.rotations);
    this.duration = (this.positions.length - 1) / this.rate;
    this.windows = (document.windows ?? []).map((w) => ({ ...w, end: Math.min(w.end, this.duration) }));
    this.events = (document.events ?? []).map((e) => ({ name: e.name, time: Math.min(e.time, this.duration) }));
    const extent = Math.max(...document.root.positions.flat().map(Math.abs));
    this.curveNothing = (scale) => Math.max(this.nothing, 1e-9 * extent * scale);
  }

  // Position and yaw of the first sample are taken off; what it was tilted by goes as well.
  rebase(positions, rotations) {
    const first = rotations ? v.normalised(rotations[0]) : [0, 0, 0, 1];
    const unyaw = v.conjugate(v.twist(first, this.up));
    const untilt = v.conjugate(v.product(unyaw, first));
    this.positions = positions.map((p) => v.rotate(unyaw, v.sub(p, positions[0])));
    this.rotations = rotations
      ? rotations.map((q) => v.normalised(v.product(v.product(unyaw, v.normalised(q)), untilt)))
      : null;
  }

  sample(time) {
    const last = this.positions.length - 1;
    const frame = Math.min(Math.max(time * this.rate, 0), last);
    const k = Math.floor(frame);
    const part = frame - k;
    const p = this.positions[k];
    if (part === 0) return { position: p, rotation: this.rotations ? this.rotations[k] : [0, 0, 0, 1] };
    return {
      position: v.add(p, v.mul(v.sub(this.positions[k + 1], p), part)),
      rotation: this.rotations ? v.slerp(this.rotations[k], this.rotations[k + 1], part) : [0, 0, 0, 1],
    };
  }

  // D(from, to) of an actor of this scale.
  motion(from, to, scale) {
    const d = v.relative(this.sample(from), this.sample(to));
    return { position: v.mul(d.position, scale), rotation: d.rotation };
  }
}

// Seconds of the windows up to `time`; overlapping ones were joined to intervals.
function trackedTime(span, time) {
  let sum = 0;
  for (const i of span.intervals) {
    const from = Math.max(i.start, span.start);
    const to = Math.min(i.end, span.end, time);
    if (to > from) sum += to - from;
  }
  return sum;
}

// The span from `start` to `end` in its start's frame: net motion, what of it lies in windows, and its largest weight.
function measureSpan(clip, start, end, intervals) {
  const origin = clip.sample(start);
  const back = v.conjugate(origin.rotation);
  const displacement = (time) => v.rotate(back, v.sub(clip.sample(time).position, origin.position));
  const span = { start, end, intervals, displacement, natural: v.relative(origin, clip.sample(end)) };
  const edges = new Set([start, end]);
  for (const i of intervals) {
    edges.add(Math.min(Math.max(i.start, start), end));
    edges.add(Math.min(Math.max(i.end, start), end));
  }
  for (let k = Math.ceil(start * clip.rate); k / clip.rate < end; k++) if (k / clip.rate > start) edges.add(k / clip.rate);
  const points = [];
  let tracked = [0, 0, 0];
  let before = [0, 0, 0];
  let previous = start;
  span.path = 0;
  for (const time of [...edges].sort((a, b) => a - b)) {
    const position = displacement(time);
    const step = v.sub(position, before);
    const middle = (previous + time) / 2;
    if (intervals.some((i) => middle > i.start && middle < i.end)) {
      tracked = v.add(tracked, step);
      span.path += v.length(step);
    }
    points.push(tracked);
    before = position;
    previous = time;
  }
  const square = v.dot(tracked, tracked);
  span.tracked = v.length(tracked);
  span.skewPeak = points.reduce((most, p) => Math.max(most, Math.abs(v.dot(p, tracked)) / square), 1);
  span.trackedTime = trackedTime(span, end);
  return span;
}

function join(windows) {
  const joined = [];
  for (const w of windows) {
    const last = joined[joined.length - 1];
    if (last && w.start <= last.end) last.end = Math.max(last.end, w.end);
    else joined.push({ start: w.start, end: w.end });
  }
  return joined;
}

const PROFILE_MEMBERS = new Set([
  'kind', 'clip', 'window', 'scale_band', 'contact_offset', 'vertical', 'rate', 'conditions', 'tags', 'description',
  'name', 'revision', 'content_hash', 'created_at', 'clip_revision', 'derived', 'findings',
]);

class ReachProfile {
  constructor(document, clips) {
    for (const member of Object.keys(document)) if (!PROFILE_MEMBERS.has(member)) refuse(`a profile's "${member}"`);
    if (document.kind !== 'reach') refuse('profiles of phases');
    this.identity = { name: document.name, revision: document.revision, content_hash: document.content_hash };
    this.clip = clips.get(document.clip);
    this.band = document.scale_band;
    this.contactOffset = document.contact_offset ?? 0;
    this.followsHeight = document.vertical === 'target';
    this.rate = document.rate ?? null;
    this.conditions = {
      max_angle: Infinity, min_distance: 0, max_distance: Infinity, max_height: Infinity, ...document.conditions,
    };
    this.windows = this.clip.windows
      .filter((w) => w.name === document.window)
      .sort((a, b) => a.start - b.start || a.end - b.end);
    this.span = this.spanFrom(this.windows[0].start);
  }

  spanFrom(start) {
    const end = Math.max(...this.windows.map((w) => w.end));
    return measureSpan(this.clip, start, Math.max(start, end), join(this.windows));
  }

  // The method that a motion of this scale is warped by, and the largest weight that it gives.
  method(span, scale) {
    const nothing = this.clip.curveNothing(scale);
    if (span.tracked * scale >= nothing && span.skewPeak <= SKEW_PEAK_LIMIT) return ['skew', span.skewPeak];
    return [span.path * scale >= nothing ? 'path' : 'time', 1];
  }
}

module.exports = { Clip, ReachProfile, Unsupported, trackedTime };
