// Figures: how soon a page is there, how many answers a second follow a pointer, how ten thousand profiles scroll, and how
// much is loaded. They are printed, the best of several runs first, and not judged, but for the size, which no busy machine
// changes. docs/inspector.md holds what was measured.
import { createHash } from 'node:crypto';
import assert from 'node:assert/strict';
import { fillProfiles as fill, strikeProfile } from './samples.mjs';
import { inspect } from './support.mjs';

const RUNS = 9;
const MOST_BYTES = 300 * 1000;
const far = 'target=900,0,0,40,';
const ROUNDS = Number(process.env.RW_ROUNDS) || 1;
const MANY = 10000;
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const round = (value) => value.toFixed(0);

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
  console.log(`first contentful paint: best ${round(Math.min(...paints))} ms, median ${round(median(paints))} ms of ${RUNS}`);
  console.log(`first answer: best ${round(Math.min(...answers))} ms, median ${round(median(answers))} ms of ${RUNS}`);
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

/** Drags the target about for two seconds, a move every frame, and counts the answers that reach the page. */
async function follow(page) {
  const box = await page.getByRole('slider', { name: 'Target: place', exact: true }).boundingBox();
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(...middle);
  await page.mouse.down();
  const told = await page.evaluate(async ([x, y]) => {
    let shown = 0;
    const observer = new MutationObserver(() => (shown += 1));
    observer.observe(document.querySelector('.numbers td'), { subtree: true, characterData: true, childList: true });
    const target = document.querySelector('.handle.is-target');
    const began = performance.now();
    let moves = 0;
    while (performance.now() - began < 2000) {
      moves += 1;
      target.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, buttons: 1, clientX: x - (moves % 200), clientY: y }));
      await new Promise(requestAnimationFrame);
    }
    observer.disconnect();
    const seconds = (performance.now() - began) / 1000;
    return { answers: shown / seconds, moves: moves / seconds };
  }, middle);
  await page.mouse.up();
  return told;
}

inspect('the what-if follows a pointer', { fill }, async ({ page, go }) => {
  const draft = encodeURIComponent(JSON.stringify({ ...strikeProfile, scale_band: { min: 0.3, max: 1.64 } }));
  for (const [what, more] of [['stored profile', ''], ['draft', `&base=1&draft=${draft}`]]) {
    const rounds = [];
    for (let i = 0; i < ROUNDS; i++) {
      await page.goto('about:blank');
      await go(`/profiles/strike?${far}${more}`);
      await page.getByRole('region', { name: 'Verdict' }).getByText(more ? 'in band' : 'clamped', { exact: true }).waitFor();
      rounds.push(await follow(page));
    }
    const best = rounds.reduce((most, one) => (one.answers > most.answers ? one : most));
    console.log(`answers a second, ${what}: best ${round(best.answers)} for ${round(best.moves)} moves; of ${rounds.map((one) => `${round(one.answers)}/${round(one.moves)}`).join(', ')}`);
    assert.ok(best.answers > 3, 'answers follow while the pointer is down');
  }
});

/** The catalogue with one of its profiles under so many more names, by way of an import. */
async function multiply(daemon) {
  const lines = (await (await fetch(`${daemon.url}/v1/export`)).text()).trimEnd().split('\n');
  const end = JSON.parse(lines.pop());
  const at = lines.findIndex((line) => line.includes('"kind":"profile"') && line.includes('"name":"strike"'));
  const copies = Array.from({ length: MANY }, (_, i) => lines.slice(at, at + 2).map((line) => line.replace('"name":"strike","type"', `"name":"strike_${String(i).padStart(5, '0')}","type"`).replace('"name":"strike","revision"', `"name":"strike_${String(i).padStart(5, '0')}","revision"`)));
  const body = [...lines.slice(0, at + 2), ...copies.flat(), ...lines.slice(at + 2), ''].join('\n');
  const last = { content_hash: createHash('sha256').update(body).digest('hex'), names: end.names + MANY, revisions: end.revisions + MANY, type: 'end' };
  const response = await fetch(`${daemon.url}/v1/import`, { method: 'POST', headers: { 'Content-Type': 'application/x-ndjson' }, body: `${body}${JSON.stringify(last)}\n` });
  assert.equal(response.status, 200, await response.text());
}

inspect('ten thousand stored profiles scroll', { fill }, async ({ page, go, daemon }) => {
  await multiply(daemon);
  const began = performance.now();
  await go('/');
  await page.getByText(String(MANY + 5), { exact: true }).waitFor({ timeout: 60000 });
  console.log(`${MANY + 5} profiles are listed after ${round(performance.now() - began)} ms`);
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++) {
    rounds.push(await page.getByRole('table', { name: 'Profiles' }).evaluate(async (element) => {
      const frames = [];
      const began = performance.now();
      let last = began;
      for (let i = 0; last - began < 2000; i++) {
        element.scrollTop = (element.scrollHeight * (i % 120)) / 119;
        await new Promise(requestAnimationFrame);
        frames.push(performance.now() - last);
        last = performance.now();
      }
      return { rate: (1000 * frames.length) / frames.reduce((sum, one) => sum + one), longest: Math.max(...frames) };
    }));
  }
  const best = rounds.reduce((most, one) => (one.rate > most.rate ? one : most));
  console.log(`frames a second while they scroll by, 84 rows a frame: best ${round(best.rate)}, its longest frame ${round(best.longest)} ms; of ${rounds.map((one) => round(one.rate)).join(', ')}`);
  await page.evaluate(() => document.querySelector('.table').scrollTo(0, 1e9));
  await page.getByRole('link', { name: 'vault', exact: true }).first().waitFor();
});
