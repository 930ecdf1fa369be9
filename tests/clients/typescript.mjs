// The TypeScript client against a daemon: questions, batches, writes, refusals, patience. Environment: RW_BIN_DIR, TMPDIR.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { Rootwarp, RootwarpProblem, RootwarpUnavailable } from '../../clients/typescript/client.mjs';

/** @param {string} name */
const example = (name) => JSON.parse(readFileSync(`schema/examples/${name}.json`, 'utf8'));
const patient = { timeout: 30000, patience: 30000 };

/** Starts a daemon for the body of a test. @param {Record<string, string>} env @param {(url: string) => Promise<void>} body */
async function withDaemon(env, body) {
  const folder = mkdtempSync(join(process.env.TMPDIR ?? '/tmp', 'client-'));
  const daemon = spawn(join(process.env.RW_BIN_DIR ?? 'build/bin', 'rootwarpd'), ['serve', '--listen', '127.0.0.1:0', '--data', folder], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(daemon, 'exit');
  try {
    const [line] = await once(createInterface(daemon.stdout), 'line');
    await body(line.replace('listening on ', ''));
  } finally {
    daemon.kill('SIGTERM');
    const [code] = await ended;
    rmSync(folder, { recursive: true, force: true });
    assert.equal(code, 0);
  }
}

const request = { profile: 'lunge', actor: { position: [0, 0, 0], yaw: 0, radius: 40 }, target: { position: [900, 0, 0], radius: 40 } };

test('questions, batches and writes', () =>
  withDaemon({}, async (url) => {
    const rootwarp = new Rootwarp(`${url}/`, patient);
    await rootwarp.putClip('lunge', example('lunge.clip'));
    const stored = await rootwarp.putProfile('lunge', example('lunge.profile'));
    assert.equal(stored.revision, 1);
    const answer = await rootwarp.resolve(request);
    assert.equal(answer.verdict, 'clamped');
    const [one, two] = await rootwarp.resolveBatch([request, { ...request, profile: 'nothing' }]);
    assert.deepEqual(one.result.warp_point, answer.warp_point);
    assert.equal(two.problem.code, 'profile_not_found');
    const { samples } = await rootwarp.trajectory({ ...request, times: [0, 1] });
    assert.deepEqual(samples[1].position, answer.warp_point.position);
    assert.equal((await rootwarp.step({ ...request, from: 0, to: 0.5 })).to, 0.5);
    const { findings } = await rootwarp.validate({ profile: example('lunge.profile') });
    assert.ok(Array.isArray(findings));

    const { document, etag } = await rootwarp.profile('lunge');
    const wider = { ...document, scale_band: { min: 0.3, max: 1.64 } };
    assert.equal((await rootwarp.putProfile('lunge', wider, etag)).revision, 2);
    const again = { ...document, scale_band: { min: 0.3, max: 2 } };
    for (const stale of [etag, undefined])
      await assert.rejects(
        rootwarp.putProfile('lunge', again, stale),
        (error) => error instanceof RootwarpProblem && error.problem.status === 412,
      );
    assert.equal((await rootwarp.resolve(request)).verdict, 'in_band');
  }));

test('a refusal names every wrong field and is not tried again', () =>
  withDaemon({}, async (url) => {
    let asked = 0;
    /** @type {typeof fetch} */
    const counted = (...args) => (asked++, fetch(...args));
    const rootwarp = new Rootwarp(url, { ...patient, fetch: counted });
    await assert.rejects(rootwarp.resolve(/** @type {any} */ ({ profile: 7 })), (error) => {
      assert.ok(error instanceof RootwarpProblem);
      assert.deepEqual(error.problem.errors.map((one) => one.pointer).sort(), ['/actor', '/profile']);
      return true;
    });
    assert.equal(asked, 1);
  }));

test('a busy daemon is waited for, or left alone', () =>
  withDaemon({ ROOTWARP_RATE_LIMIT_PER_ADDRESS: '1', ROOTWARP_RATE_LIMIT_BURST: '1' }, async (url) => {
    const hasty = new Rootwarp(url, { timeout: 30000, patience: 100 });
    const refused = (/** @type {unknown} */ error) => error instanceof RootwarpProblem;
    let busy = null;
    for (let i = 0; i < 20 && !busy; i++) {
      await hasty.resolve(request).catch((error) => {
        if (!refused(error)) busy = error;
      });
    }
    assert.ok(busy instanceof RootwarpUnavailable);
    assert.equal(busy.status, 429);
    assert.ok(hasty.wait > 0 && hasty.wait <= 1000, `${hasty.wait}`);
    await assert.rejects(hasty.resolve(request), /asked to wait/);
    const waiting = new Rootwarp(url, patient);
    for (let i = 0; i < 2; i++) await assert.rejects(waiting.resolve(request), refused);
  }));

test('what does not answer is tried as often as asked', async () => {
  let asked = 0;
  /** @type {typeof fetch} */
  const counted = (...args) => (asked++, fetch(...args));
  const rootwarp = new Rootwarp('http://127.0.0.1:1', { ...patient, attempts: 4, fetch: counted });
  await assert.rejects(rootwarp.resolve(request), (error) => error instanceof RootwarpUnavailable && error.status === 0);
  assert.equal(asked, 4);
});
