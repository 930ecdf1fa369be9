// Documents for the tests: small, with a known answer each.

/** A lunge of 5 m in one second, in centimetres, with a hit. */
export const lungeClip = {
  space: 'unreal',
  frame_rate: 30,
  root: { positions: Array.from({ length: 31 }, (_, k) => [(500 * k) / 30, 0, 0]) },
  windows: [{ name: 'attack', start: 0.2, end: 0.8 }],
  events: [{ name: 'hit', time: 0.7 }],
  tags: ['melee', 'sword'],
  description: 'A lunge of five metres at an even speed.',
};

export const lungeProfile = {
  kind: 'reach',
  clip: 'lunge',
  window: 'attack',
  scale_band: { min: 0.3, max: 1.3 },
  tags: ['melee'],
};

/** A swing there and back that turns: every curve has something to show. In metres, with two windows of one name. */
export const swingClip = {
  space: 'gltf',
  frame_rate: 20,
  root: {
    positions: Array.from({ length: 41 }, (_, k) => [Math.sin(k / 10), 0.4 * Math.sin(k / 5) ** 2, k / 20]),
    rotations: Array.from({ length: 41 }, (_, k) => [0, Math.sin(k / 40), 0, Math.cos(k / 40)]),
  },
  windows: [
    { name: 'step', start: 0.2, end: 0.8 },
    { name: 'step', start: 1.1, end: 1.7 },
  ],
  events: [{ name: 'foot down', time: 0.8 }],
};

/** Puts the documents that most tests look at. */
export async function fill(daemon) {
  await daemon.put('/v1/clips/lunge', lungeClip);
  await daemon.put('/v1/clips/swing', swingClip);
  await daemon.put('/v1/profiles/lunge', lungeProfile);
  await daemon.put('/v1/profiles/lunge_far', { ...lungeProfile, scale_band: { min: 0.3, max: 1.8 } });
  await daemon.put('/v1/profiles/swing', { kind: 'reach', clip: 'swing', window: 'step', scale_band: { min: 0.5, max: 1.5 }, rate: { min: 0.1, max: 4 } });
}
