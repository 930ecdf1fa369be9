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

/** The worked example: 500 cm of travel in one window from the first frame to the last, scaled by 0.3 to 1.3. */
const strikeClip = { ...lungeClip, windows: [{ name: 'attack', start: 0, end: 1 }], description: 'A strike of five metres.' };

/** Over a box in metres: up, along, and down again. */
const vaultClip = {
  space: 'gltf',
  frame_rate: 20,
  root: {
    positions: Array.from({ length: 21 }, (_, k) => {
      const t = k / 20;
      const height = t < 0.3 ? (0.9 * t) / 0.3 : t < 0.6 ? 0.9 : (0.9 * (1 - t)) / 0.4;
      return [0, height, 2.6 * t];
    }),
  },
};

export const vaultProfile = {
  kind: 'phases',
  clip: 'vault',
  phases: [
    { name: 'near', start: 0, end: 0.3, rate: { min: 0.5, max: 2 } },
    { name: 'far', start: 0.3, end: 0.6 },
    { name: 'landing', start: 0.6, end: 1 },
  ],
  provider: { kind: 'obstacle', crossing: 'vault', landing_offset: 0.8, max_height: 1.5 },
};

export const strikeProfile = { kind: 'reach', clip: 'strike', window: 'attack', scale_band: { min: 0.3, max: 1.3 } };

/** Profiles of every kind, for the page that tries them. */
export async function fillProfiles(daemon) {
  await daemon.put('/v1/clips/strike', strikeClip);
  await daemon.put('/v1/clips/vault', vaultClip);
  await daemon.put('/v1/profiles/strike', strikeProfile);
  await daemon.put('/v1/profiles/vault', vaultProfile);
  const { provider, ...points } = vaultProfile;
  await daemon.put('/v1/profiles/points', points);
  await daemon.put('/v1/profiles/mantle', { ...points, phases: points.phases.slice(0, 2), provider: { kind: 'obstacle', crossing: 'mantle', ledge_offset: 0.5 } });
  await daemon.put('/v1/profiles/pair', {
    kind: 'phases',
    clip: 'strike',
    phases: [{ name: 'grab', start: 0, end: 1, rate: { min: 0.5, max: 2 } }],
    provider: { kind: 'align', relative: { position: [100, 0, 0], yaw: 180 } },
  });
}
