// What is around every page: search, units, theme, token, problems, the pages beside the inspector.
import assert from 'node:assert/strict';
import { fill, lungeClip } from './samples.mjs';
import { checkAccessibility, inspect, screenshot } from './support.mjs';

inspect('every page is accessible in both themes', { fill }, async ({ page, go, daemon }) => {
  for (const theme of ['light', 'dark']) {
    for (const place of ['/', '/clips', '/clips/swing?t=0.7', '/profiles/lunge', '/nowhere', '/profiles?prefix=zzz']) {
      await go(place);
      await page.locator('main h1').waitFor();
      await checkAccessibility(page);
    }
    for (const address of ['/docs', '/docs/errors#host_mismatch']) {
      await page.goto(daemon.url + address);
      await checkAccessibility(page);
      await screenshot(page, address.includes('errors') ? `errors-${theme}` : `docs-${theme}`);
    }
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  }
});

inspect('the theme follows the system until one is chosen, which lasts', { fill, colorScheme: 'dark' }, async ({ page, go }) => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await go('/');
  assert.equal(await theme(), 'dark');
  await page.getByRole('button', { name: 'Use light colours' }).click();
  assert.equal(await theme(), 'light');
  await page.reload();
  await page.getByRole('button', { name: 'Use dark colours' }).waitFor();
  assert.equal(await theme(), 'light');
});

inspect('the slash key leads to the search, which narrows the list and stands in the address', { fill }, async ({ page, go }) => {
  await go('/profiles/swing');
  await page.getByRole('heading', { name: 'swing' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('lunge_');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'lunge_far' }).waitFor();
  assert.match(page.url(), /#\/\?prefix=lunge_$/);
  assert.equal(await page.getByRole('link', { name: 'swing' }).count(), 0);
  await page.goBack();
  await page.getByRole('heading', { name: 'swing' }).waitFor();
});

inspect('a problem shows every wrong field and where its code is explained', { fill, expectedStatuses: [400, 422] }, async ({ page, go, daemon }) => {
  await go('/clips');
  await page.setInputFiles('input[type=file]', {
    name: 'broken.clip.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...lungeClip, frame_rate: -1, loop: 'yes', colour: 1 })),
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const alert = page.getByRole('alert');
  for (const pointer of ['/frame_rate', '/loop', '/colour']) await alert.getByText(pointer, { exact: true }).waitFor();
  await checkAccessibility(page);
  await screenshot(page, 'problem-fields');
  const link = alert.getByRole('link').first();
  const target = await link.getAttribute('href');
  assert.match(target, /^\/docs\/errors#[a-z_]+$/);
  await page.goto(daemon.url + target);
  assert.equal(await page.locator(':target code').textContent(), target.split('#')[1]);
});

inspect('a daemon that is gone is told of, and asked again', { fill }, async ({ page, go, faults }) => {
  await page.route('**/v1/profiles?*', (route) => route.abort());
  await go('/');
  await page.getByText('The daemon does not answer').waitFor();
  await page.unroute('**/v1/profiles?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'lunge_far' }).waitFor();
  assert.ok(faults.length > 0 && faults.every((fault) => fault.includes('ERR_FAILED')), faults.join('\n'));
  faults.length = 0;
});

inspect('a token is asked for, told to be wrong, and then used', { fill, expectedStatuses: [401] }, async ({ page, go }) => {
  const seen = [];
  await page.route('**/v1/**', async (route) => {
    const given = route.request().headers().authorization ?? '';
    seen.push(given);
    if (given === 'Bearer rwp_right') return route.continue();
    return route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: '', title: 'Unauthorised', status: 401, detail: 'send a token', code: 'unauthorised', retryable: false }),
    });
  });
  await go('/');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Token').fill('rwp_wrong');
  await screenshot(page, 'token');
  await checkAccessibility(page);
  await dialog.getByRole('button', { name: 'Use it' }).click();
  await dialog.getByText('The daemon says: send a token').waitFor();
  await dialog.getByLabel('Token').fill('rwp_right');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'lunge_far' }).waitFor();
  assert.ok(seen.includes('') && seen.includes('Bearer rwp_wrong'));
  assert.equal(await page.evaluate(() => localStorage.length + document.cookie.length), 0);
});
