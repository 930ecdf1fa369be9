// Where names of points are written, so that they lie neither on one another nor on what can be taken hold of.

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box in pixels */
/** @typedef {{x: number, y: number, anchor: 'start' | 'middle' | 'end'}} Spot from the point */

/** In the order in which they are liked. @type {Spot[]} */
const SPOTS = [
  { x: 0, y: 22, anchor: 'middle' },
  { x: 0, y: -13, anchor: 'middle' },
  { x: -10, y: 20, anchor: 'end' },
  { x: 10, y: 20, anchor: 'start' },
  { x: -10, y: -11, anchor: 'end' },
  { x: 10, y: -11, anchor: 'start' },
  { x: 0, y: 38, anchor: 'middle' },
  { x: 0, y: -29, anchor: 'middle' },
];

/** The room of a name. @param {string} name @param {{x: number, y: number}} at @param {Spot} spot @returns {Box} */
export function roomOf(name, at, spot) {
  const wide = name.length * 6.8 + 4;
  const left = at.x + spot.x - (spot.anchor === 'middle' ? wide / 2 : spot.anchor === 'end' ? wide : 0);
  return { left, right: left + wide, top: at.y + spot.y - 11, bottom: at.y + spot.y + 4 };
}

/** @param {Box} a @param {Box} b */
const common = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** A spot for each point; one without a name needs no room. @param {{name: string, at: {x: number, y: number}}[]} points @param {Box[]} taken
 * @param {{width: number, height: number}} canvas @returns {Spot[]} */
export function spotsOf(points, taken, canvas) {
  // The marks themselves, too.
  const full = [...taken, ...points.map(({ at }) => ({ left: at.x - 7, right: at.x + 7, top: at.y - 7, bottom: at.y + 7 }))];
  return points.map(({ name, at }) => {
    if (!name) return SPOTS[0];
    const hidden = (/** @type {Box} */ room) =>
      full.reduce((sum, one) => sum + common(room, one), 0) + (room.left < 0 || room.right > canvas.width || room.top < 0 || room.bottom > canvas.height - 18 ? 1e4 : 0);
    const best = SPOTS.map((spot) => ({ spot, cost: hidden(roomOf(name, at, spot)) })).reduce((least, one) => (one.cost < least.cost ? one : least));
    full.push(roomOf(name, at, best.spot));
    return best.spot;
  });
}
