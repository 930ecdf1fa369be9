// What every test of the inspector needs: a daemon of its own on a free port, a page in Chromium that notes whatever it
// should not do, and the places of things. Environment: RW_BIN_DIR, TMPDIR, RW_WEB_PACKAGES (a node_modules folder),
// RW_SCREENSHOTS (a folder; without it none are taken).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import assert from 'node:assert/strict';

const SKIP = 77;
const packages = process.env.RW_WEB_PACKAGES ?? '';
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
if (!chromium || !existsSync(join(packages, 'playwright-core'))) {
  console.log(`skipped: ${chromium ? 'the packages of the tests are not installed' : 'chromium is not installed'}`);
  process.exit(SKIP);
}

const require = createRequire(join(packages, 'any.js'));
const playwright = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** @type {any} */
let browser = null;
/** Daemons that run; a test that fails half way leaves its own. */
const daemons = new Set();
after(async () => {
  await browser?.close();
  for (const daemon of daemons) daemon.kill('SIGKILL');
});

async function openBrowser() {
  browser ??= await playwright.chromium.launch({
    executablePath: chromium,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return browser;
}

/** A daemon with an empty catalogue; `end` stops it and removes what it kept. */
export async function startDaemon(...options) {
  const folder = mkdtempSync(join(process.env.TMPDIR ?? '/tmp', 'browser-'));
  const daemon = spawn(join(process.env.RW_BIN_DIR ?? '', 'rootwarpd'), ['serve', '--listen', '127.0.0.1:0', '--data', join(folder, 'data'), ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  daemons.add(daemon);
  let log = '';
  daemon.stderr.on('data', (bytes) => (log += bytes));
  const ended = once(daemon, 'exit');
  const [line] = await Promise.race([once(createInterface(daemon.stdout), 'line'), ended.then(() => [''])]);
  const url = line.replace('listening on ', '');
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/, `rootwarpd did not start: ${log}`);
  return {
    url,
    folder,
    /** Puts a document. */
    async put(path, document, headers = {}) {
      const response = await fetch(url + path, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(document),
      });
      assert.ok(response.ok, `PUT ${path}: ${response.status} ${response.ok ? '' : await response.clone().text()}`);
      return response.json();
    },
    async end() {
      daemon.kill('SIGTERM');
      const [status] = await ended;
      daemons.delete(daemon);
      rmSync(folder, { recursive: true, force: true });
      assert.equal(status, 0, log);
    },
  };
}

/**
 * A page that notes errors on the console, what it throws, and requests to anyone but the daemon; `end` wants none.
 * `expectedStatuses`: answers of these statuses may be told on the console, as the browser does of itself.
 */
export async function openPage(daemon, { width = 1280, height = 800, colorScheme = 'light', expectedStatuses = [] } = {}) {
  const context = await (await openBrowser()).newContext({
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  const faults = [];
  page.on('console', (message) => {
    const expected = expectedStatuses.some((status) => message.text().includes(`status of ${status}`));
    if (['error', 'warning'].includes(message.type()) && !expected) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`thrown: ${error.stack ?? error}`));
  page.on('request', (request) => {
    const target = new URL(request.url());
    if (target.protocol !== 'data:' && target.origin !== daemon.url) faults.push(`a request to ${request.url()}`);
  });
  return {
    page,
    /** Opens a place of the inspector, as "/clips/lunge?t=0.5". */
    async go(place) {
      await page.goto(`${daemon.url}/#${place}`);
    },
    faults,
    async end() {
      await context.close();
      assert.deepEqual(faults, []);
    },
  };
}

/**
 * A test with a daemon and a page of its own. `fill` puts documents first; the other options are those of openPage().
 * body({ page, go, faults, daemon })
 */
export function inspect(name, { fill, ...options }, body) {
  test(name, { timeout: 150000 }, async () => {
    const daemon = await startDaemon();
    await fill?.(daemon);
    const { end, ...window } = await openPage(daemon, options);
    await body({ ...window, daemon });
    await end();
    await daemon.end();
  });
}

/** No violation of accessibility's rules that a machine can tell. */
export async function checkAccessibility(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  const told = violations.map((one) => `${one.id}: ${one.help}: ${one.nodes.map((node) => node.html).slice(0, 3).join(' ')}`);
  assert.deepEqual(told, []);
}

export async function screenshot(page, name) {
  const folder = process.env.RW_SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
