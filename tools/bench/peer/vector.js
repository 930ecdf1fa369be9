'use strict';
// Vectors are [x, y, z], rotations unit quaternions [x, y, z, w], poses {position, rotation}.

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const mul = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const length = (a) => Math.sqrt(dot(a, a));
const flat = (a, up) => sub(a, mul(up, dot(a, up)));

const conjugate = (q) => [-q[0], -q[1], -q[2], q[3]];

function product(a, b) {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

function rotate(q, v) {
  const t = mul(cross(q, v), 2);
  return add(add(v, mul(t, q[3])), cross(q, t));
}

function normalised(q) {
  const n = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return [q[0] / n, q[1] / n, q[2] / n, q[3] / n];
}

// The part of a rotation that turns about `up`.
function twist(q, up) {
  const along = dot(q, up);
  const n = Math.sqrt(along * along + q[3] * q[3]);
  return n < 1e-12 ? [0, 0, 0, 1] : [(up[0] * along) / n, (up[1] * along) / n, (up[2] * along) / n, q[3] / n];
}

function aboutUp(up, radians) {
  const s = Math.sin(radians / 2);
  return [up[0] * s, up[1] * s, up[2] * s, Math.cos(radians / 2)];
}

function slerp(a, b, t) {
  let cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = cosine < 0 ? -1 : 1;
  cosine *= sign;
  let wa = 1 - t;
  let wb = t;
  if (cosine < 1 - 1e-12) {
    const angle = Math.acos(cosine);
    const sine = Math.sin(angle);
    wa = Math.sin((1 - t) * angle) / sine;
    wb = Math.sin(t * angle) / sine;
  }
  wb *= sign;
  return normalised([a[0] * wa + b[0] * wb, a[1] * wa + b[1] * wb, a[2] * wa + b[2] * wb, a[3] * wa + b[3] * wb]);
}

const compose = (a, b) => ({
  position: add(a.position, rotate(a.rotation, b.position)),
  rotation: product(a.rotation, b.rotation),
});

// a^-1 o b
function relative(a, b) {
  const back = conjugate(a.rotation);
  return { position: rotate(back, sub(b.position, a.position)), rotation: product(back, b.rotation) };
}

// The one of q and -q that answers show, and no minus zero.
function canonical(q) {
  const first = q[3] !== 0 ? q[3] : q[0] !== 0 ? q[0] : q[1] !== 0 ? q[1] : q[2];
  const sign = first < 0 ? -1 : 1;
  return [q[0] * sign + 0, q[1] * sign + 0, q[2] * sign + 0, q[3] * sign + 0];
}

module.exports = {
  aboutUp, add, canonical, compose, conjugate, cross, dot, flat, length, mul, normalised, product, relative, rotate,
  slerp, sub, twist,
};
