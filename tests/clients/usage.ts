// What the types of the TypeScript client allow, and what they do not; compiled, never run.
import { Rootwarp } from '../../clients/typescript/client.mjs';
import type { Verdict, Vector, Findings } from '../../clients/typescript/api.js';

export async function allowed(rootwarp: Rootwarp): Promise<Verdict | 'refused' | undefined> {
  const position: Vector = [0, 0, 0];
  const answer = await rootwarp.resolve({ profile: 'lunge', actor: { position, yaw: 0 }, target: { position: [900, 0, 0] } });
  const batch = await rootwarp.resolveBatch([{ profile: 'lunge', actor: { position, yaw: 0 } }]);
  const { samples } = await rootwarp.trajectory({ profile: 'lunge', actor: { position, yaw: 0 }, rate: 30 });
  const height: number = samples[0].position[2];
  const findings: Findings = await rootwarp.validate({ profile: { kind: 'reach', clip: 'lunge', window: 'attack', scale_band: { min: 0.3, max: 1.3 } } });
  return height > 0 || batch.length > 0 || findings.findings.length > 0 ? undefined : 'verdict' in answer ? answer.verdict : undefined;
}

export async function refused(rootwarp: Rootwarp): Promise<void> {
  // @ts-expect-error: a profile is required
  await rootwarp.resolve({ actor: { position: [0, 0, 0], yaw: 0 } });
  // @ts-expect-error: a position has three numbers
  await rootwarp.resolve({ profile: 'lunge', actor: { position: [0, 0], yaw: 0 } });
  // @ts-expect-error: no such method
  await rootwarp.putProfile('lunge', { kind: 'reach', clip: 'lunge', window: 'attack', scale_band: { min: 1, max: 1 }, method: 'sideways' });
}
