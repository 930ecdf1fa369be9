// The page of a clip: the numbers at the cursor, and every way to move it.
import assert from 'node:assert/strict';
import { fill, lungeClip } from './samples.mjs';
import { checkAccessibility, inspect, screenshot } from './support.mjs';

/** The cells of a row of the values, as soon as they are `wanted`. */
async function expectRow(page, axis, wanted) {
  const row = page.getByRole('region', { name: 'Values at the cursor' }).getByRole('row').filter({ has: page.getByRole('rowheader', { name: axis, exact: true }) });
  let cells = [];
  for (let tries = 0; tries < 100; tries++) {
    cells = (await row.getByRole('cell').allTextContents()).map((text) => text.trim());
    if (JSON.stringify(cells) === JSON.stringify(wanted)) return;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  assert.deepEqual(cells, wanted);
}

const thumb = (page) => page.getByRole('slider', { name: 'Clip time' });

/** Waits for the address to hold a text. */
const expectAddress = (page, part) => page.waitForFunction((text) => location.hash.includes(text), part);

inspect('a link with a time shows values, accumulated motion and its ratio there', { fill }, async ({ page, go }) => {
  await go('/clips/lunge?t=0.5');
  await expectRow(page, 'x', ['250', '150', '300', '0.5']);
  await expectRow(page, 'y', ['0', '0', '0', 'by time']);
  await page.getByRole('button', { name: 'm', exact: true }).click();
  await expectRow(page, 'x', ['2.5', '1.5', '3', '0.5']);
  await page.getByRole('button', { name: 'cm', exact: true }).click();
  await page.getByLabel('within').selectOption({ label: 'whole clip 0–1 s' });
  await expectRow(page, 'x', ['250', '250', '500', '0.5']);
  await page.getByText('A lunge of five metres at an even speed.').waitFor();
  await screenshot(page, 'clip-lunge');
});

inspect('motion that swings back counts what it covers', { fill }, async ({ page, go }) => {
  await go('/clips/swing?t=1.4&u=m');
  await page.getByLabel('within').selectOption({ label: 'whole clip 0–2 s' });
  // A sine: up to 0.9996 at its sixteenth tenth, back to 0.335 at the twenty-eighth and to -0.757 at the last.
  await expectRow(page, 'x', ['0.335', '1.664', '2.756', '0.604']);
  await expectRow(page, 'z', ['1.4', '1.4', '2', '0.7']);
  await screenshot(page, 'clip-swing');
});

inspect('the cursor follows the pointer, keys and buttons, and the address follows the cursor', { fill }, async ({ page, go }) => {
  await go('/clips/lunge');
  await expectRow(page, 'x', ['0', '0', '500', '0']);
  const chart = page.getByRole('img', { name: 'Position of the root against time' });
  const box = await chart.boundingBox();
  const [from, to] = [box.x + 56, box.x + box.width - 12];
  await page.mouse.move(from + (to - from) * 0.25, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(from + (to - from) * 0.6, box.y + 100, { steps: 12 });
  await page.mouse.up();
  await expectRow(page, 'x', ['300', '200', '300', '0.667']);
  await expectAddress(page, 't=0.6');
  await thumb(page).focus();
  await page.keyboard.press('Home');
  await expectRow(page, 'x', ['0', '0', '500', '0']);
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  await expectRow(page, 'x', ['50', '50', '500', '0.1']);
  await page.getByRole('button', { name: '0.7', exact: true }).click();
  await expectRow(page, 'x', ['350', '250', '300', '0.833']);
  await expectAddress(page, 't=0.7');
  await page.reload();
  await expectRow(page, 'x', ['350', '250', '300', '0.833']);
});

inspect('playing moves the cursor round the clip', { fill }, async ({ page, go }) => {
  await go('/clips/lunge?t=0.5');
  await expectRow(page, 'x', ['250', '150', '300', '0.5']);
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(() => Number(document.querySelector('.scrubber input').value) < 0.4);
  await page.getByRole('button', { name: 'Pause' }).click();
});

inspect('an old revision is shown as it was', { fill }, async ({ page, go, daemon }) => {
  const changed = { ...lungeClip, root: { positions: lungeClip.root.positions.map(([x]) => [2 * x, 0, 0]) } };
  await daemon.put('/v1/clips/lunge', changed, { 'If-Match': '*' });
  await go('/clips/lunge?t=0.5');
  await expectRow(page, 'x', ['500', '300', '600', '0.5']);
  await page.getByText('saved against revision 1').first().waitFor();
  await page.getByLabel('Revision').selectOption('1');
  await expectAddress(page, 'rev=1');
  await expectRow(page, 'x', ['250', '150', '300', '0.5']);
  await page.getByLabel('Revision').selectOption('2');
  await expectRow(page, 'x', ['500', '300', '600', '0.5']);
  assert.doesNotMatch(page.url(), /rev=/);
});

inspect('a clip that is not there is told of', { fill, expectedStatuses: [404] }, async ({ page, go }) => {
  await go('/clips/nobody');
  await page.getByRole('link', { name: 'clip_not_found' }).waitFor();
  await checkAccessibility(page);
});

inspect('the page reads well in the dark', { fill, colorScheme: 'dark', height: 1000 }, async ({ page, go }) => {
  await go('/clips/swing?t=1.3&u=m');
  await page.getByText('1.3 s').first().waitFor();
  await checkAccessibility(page);
  await screenshot(page, 'clip-swing-dark');
});
