// Figures: how soon a page is there, how many answers a second follow a pointer, and how much is loaded. They are printed,
// not judged, but for the size, which no busy machine changes. docs/inspector.md holds what was measured.
import assert from 'node:assert/strict';
import { fillProfiles as fill } from './samples.mjs';
import { inspect } from './support.mjs';

const RUNS = 9;
const MOST_BYTES = 300 * 1000;
const far = 'target=900,0,0,40,';
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

inspect('first paint and first answer', { fill }, async ({ page, daemon }) => {
  const paints = [];
  const answers = [];
  for (let i = 0; i < RUNS; i++) {
    await page.goto('about:blank');
    await page.goto(`${daemon.url}/#/profiles/strike?${far}`);
    await page.getByRole('region', { name: 'Verdict' }).waitFor();
    const [paint, answer] = await page.evaluate(() => {
      const first = performance.getEntriesByType('paint').find((one) => one.name === 'first-contentful-paint');
      const resolved = performance.getEntriesByType('resource').find((one) => one.name.endsWith('/v1/resolve'));
      return [first.startTime, resolved.responseEnd];
    });
    paints.push(paint);
    answers.push(answer);
  }
  console.log(`first contentful paint after ${median(paints).toFixed(0)} ms, first answer after ${median(answers).toFixed(0)} ms; medians of ${RUNS}`);
});

inspect('what is loaded, compressed', { fill }, async ({ page, daemon }) => {
  const sizes = new Map();
  for (const place of ['', 'clips/strike', 'profiles/strike']) {
    await page.goto('about:blank');
    await page.goto(`${daemon.url}/#/${place}`);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    const files = await page.evaluate(() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .map((one) => [new URL(one.name).pathname, one.encodedBodySize])
      .filter(([path]) => path === '/' || path.startsWith('/assets/')));
    for (const [path, size] of files) sizes.set(path, Math.max(size, sizes.get(path) ?? 0));
  }
  const bytes = [...sizes.values()].reduce((sum, one) => sum + one, 0);
  console.log(`${sizes.size} files, ${bytes} bytes as they are sent`);
  assert.ok(sizes.size > 6 && bytes > 10000, 'the files were counted');
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
});

inspect('the what-if follows a pointer', { fill }, async ({ page, go }) => {
  await go(`/profiles/strike?${far}`);
  await page.getByRole('region', { name: 'Verdict' }).getByText('clamped', { exact: true }).waitFor();
  // Counts the answers that reach the page while the pointer moves, frame after frame, for a second and a half.
  const box = await page.getByRole('slider', { name: 'Target: place', exact: true }).boundingBox();
  await page.evaluate(() => {
    globalThis.shown = 0;
    const cell = document.querySelector('.numbers td');
    new MutationObserver(() => (globalThis.shown += 1)).observe(cell, { subtree: true, characterData: true, childList: true });
  });
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  const { moves, shown, seconds } = await page.evaluate(async ([x, y]) => {
    const target = document.querySelector('.handle.is-target');
    const began = performance.now();
    let moves = 0;
    while (performance.now() - began < 2000) {
      moves += 1;
      target.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, buttons: 1, clientX: x - (moves % 200), clientY: y }));
      await new Promise(requestAnimationFrame);
    }
    return { moves, shown: globalThis.shown, seconds: (performance.now() - began) / 1000 };
  }, [box.x + box.width / 2, box.y + box.height / 2]);
  await page.mouse.up();
  console.log(`${(shown / seconds).toFixed(1)} answers a second are shown, for ${(moves / seconds).toFixed(1)} moves`);
  assert.ok(shown > 3, 'answers follow while the pointer is down');
});
