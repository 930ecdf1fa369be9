// Which component of a vector is forward, right and up in a space: for drawing only.

/** @typedef {import('./types.js').Space} Space */
/** @typedef {import('./types.js').Vector} Vector */
/** @typedef {{forward: Vector, right: Vector, up: Vector, metresPerUnit: number, name: string}} Frame */

/** @type {Record<string, [string, string, string, number]>} */
const PRESETS = {
  unreal: ['+X', '+Y', '+Z', 0.01],
  unity: ['+Z', '+X', '+Y', 1],
  godot: ['-Z', '+X', '+Y', 1],
  gltf: ['+Z', '-X', '+Y', 1],
  blender: ['-Y', '-X', '+Z', 1],
};

/** @param {string} axis as in "-Z" @returns {Vector} */
function vectorOf(axis) {
  const sign = axis.startsWith('-') ? -1 : 1;
  const letter = axis.slice(-1).toUpperCase();
  return [letter === 'X' ? sign : 0, letter === 'Y' ? sign : 0, letter === 'Z' ? sign : 0];
}

/** @param {Space | undefined} space @returns {Frame} */
export function frameOf(space) {
  if (space && typeof space === 'object') {
    return {
      forward: vectorOf(space.forward),
      right: vectorOf(space.right),
      up: vectorOf(space.up),
      metresPerUnit: space.metres_per_unit,
      name: 'custom',
    };
  }
  const name = space && space in PRESETS ? space : 'unreal';
  const [forward, right, up, metresPerUnit] = PRESETS[name];
  return { forward: vectorOf(forward), right: vectorOf(right), up: vectorOf(up), metresPerUnit, name };
}

/** @param {Vector} a @param {Vector} b */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The letter of an axis of the frame, as a label. @param {Vector} axis */
export function axisName(axis) {
  const at = axis.findIndex((component) => component !== 0);
  return (axis[at] < 0 ? '−' : '') + 'xyz'[at];
}
