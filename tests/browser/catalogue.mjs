// The catalogue: filters, order, uploads, and ten thousand rows.
import assert from 'node:assert/strict';
import { fill, lungeClip, lungeProfile } from './samples.mjs';
import { checkAccessibility, inspect, screenshot } from './support.mjs';

const names = (page) => page.locator('.table-body [role=row] > :first-child').allTextContents();
const row = (page, name) => page.locator('.table-body [role=row]').filter({ has: page.getByRole('link', { name, exact: true }) }).first();

inspect('the lists show what the catalogue holds', { fill }, async ({ page, go }) => {
  await go('/');
  await row(page, 'swing').waitFor();
  assert.deepEqual(await names(page), ['lunge', 'lunge_far', 'swing']);
  assert.match(await row(page, 'lunge').textContent(), /warning.*reach.*lunge.*1.*melee/);
  await screenshot(page, 'catalogue-profiles');
  await page.getByRole('link', { name: 'Clips', exact: true }).click();
  await row(page, 'swing').waitFor();
  assert.match(await row(page, 'lunge').textContent(), /1500.*31.*30.*unreal/);
  await page.getByRole('button', { name: 'm', exact: true }).click();
  await page.getByText('Travel (m)').waitFor();
  assert.match(page.url(), /u=m/);
  assert.match(await row(page, 'lunge').textContent(), /15.*31/);
  await screenshot(page, 'catalogue-clips');
});

inspect('filters stand in the address and can be dropped', { fill }, async ({ page, go }) => {
  await go('/profiles?severity=warning');
  await row(page, 'lunge').waitFor();
  await row(page, 'lunge').getByRole('button', { name: 'melee' }).click();
  await page.getByRole('button', { name: /^tag melee/ }).waitFor();
  await row(page, 'swing').waitFor({ state: 'detached' });
  assert.deepEqual(await names(page), ['lunge', 'lunge_far']);
  assert.match(page.url(), /severity=warning&tag=melee/);
  await page.getByRole('button', { name: /^tag melee/ }).click();
  await row(page, 'swing').waitFor();
  await page.getByLabel('Findings').selectOption('error');
  await page.getByText('No profiles fit these filters.').waitFor();
});

inspect('columns sort up and down', { fill }, async ({ page, go }) => {
  await go('/clips');
  await row(page, 'swing').waitFor();
  await page.getByRole('button', { name: 'Travel (cm)' }).click();
  await page.getByRole('columnheader', { name: 'Travel (cm)', exact: false }).and(page.locator('[aria-sort=ascending]')).waitFor();
  assert.deepEqual(await names(page), ['swing', 'lunge']);
  await page.getByRole('button', { name: 'Travel (cm)' }).click();
  await page.locator('[aria-sort=descending]').waitFor();
  assert.deepEqual(await names(page), ['lunge', 'swing']);
  assert.match(page.url(), /sort=travel&order=down/);
});

inspect('an empty catalogue says how to fill it', {}, async ({ page, go }) => {
  await go('/');
  await page.getByText('There are no profiles yet.').waitFor();
  await checkAccessibility(page);
  await screenshot(page, 'catalogue-empty');
});

/** Drops a file on the page, as the mouse would. */
async function drop(page, name, text) {
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const made = new DataTransfer();
      made.items.add(new File([content], fileName, { type: 'application/json' }));
      return made;
    },
    [name, text],
  );
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer });
  await page.getByText('Drop a baked clip or a profile').waitFor();
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
}

inspect('a clip that is dropped is saved, and dropped again makes a revision once that is wanted', { fill, expectedStatuses: [412] }, async ({ page, go }) => {
  await go('/clips');
  await row(page, 'swing').waitFor();
  await drop(page, 'stab.clip.json', JSON.stringify(lungeClip));
  const dialog = page.getByRole('dialog');
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'stab');
  await dialog.getByText('A clip of 31 samples at 30 a second.').waitFor();
  await checkAccessibility(page);
  await screenshot(page, 'upload');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'stab', level: 1 }).waitFor();
  assert.match(page.url(), /#\/clips\/stab/);

  await drop(page, 'stab.clip.json', JSON.stringify({ ...lungeClip, tags: ['second'] }));
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('There is stab already, at revision 1.').waitFor();
  await dialog.getByRole('button', { name: 'Save as next revision' }).click();
  await page.getByText('stab is saved as revision 2.').waitFor();
});

inspect('a file that is no JSON, and a name that is none, are refused before anything is sent', { fill }, async ({ page, go }) => {
  await go('/');
  await row(page, 'swing').waitFor();
  await drop(page, 'walk.fbx', 'Kaydara FBX');
  await page.getByText('walk.fbx is no JSON').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await drop(page, 'bad name.profile.json', JSON.stringify(lungeProfile));
  const dialog = page.getByRole('dialog');
  assert.ok(await dialog.getByRole('button', { name: 'Save', exact: true }).isDisabled());
  await dialog.getByLabel('Name').fill('good_name');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'good_name', level: 1 }).waitFor();
});

inspect('ten thousand profiles scroll, and few of them are in the page', { fill }, async ({ page, go }) => {
  const all = Array.from({ length: 10000 }, (_, i) => ({
    name: `profile_${String(i).padStart(5, '0')}`,
    revision: 1 + (i % 7),
    content_hash: 'x',
    created_at: '2026-01-02T03:04:05.678Z',
    tags: i % 3 ? [] : ['third'],
    clip: 'lunge',
    clip_revision: 1,
    usable: true,
    severity: [null, 'info', 'warning', 'error'][i % 4],
    kind: 'reach',
  }));
  let requests = 0;
  await page.route('**/v1/profiles?*', (route) => {
    requests += 1;
    const query = new URL(route.request().url()).searchParams;
    const first = Number(query.get('cursor') ?? 0);
    const limit = Number(query.get('limit'));
    assert.ok(limit >= 1 && limit <= 500);
    const next = first + limit < all.length ? { next_cursor: String(first + limit) } : {};
    return route.fulfill({ json: { items: all.slice(first, first + limit), ...next } });
  });
  await go('/');
  await page.getByText('10000', { exact: true }).waitFor({ timeout: 90000 });
  assert.equal(requests, 20);
  const table = page.getByRole('table', { name: 'Profiles' });
  const tasks = await table.evaluate(async (element) => {
    const long = [];
    const observer = new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration)));
    observer.observe({ entryTypes: ['longtask'] });
    for (let i = 1; i <= 60; i++) {
      element.scrollTop = (element.scrollHeight * i) / 60;
      await new Promise(requestAnimationFrame);
    }
    await new Promise((done) => setTimeout(done));
    return { long, rows: element.querySelectorAll('[role=row]').length };
  });
  console.log(`long tasks while scrolling: ${tasks.long.map(Math.round).join(', ') || 'none'} ms`);
  await page.getByRole('link', { name: 'profile_09999' }).waitFor();
  assert.ok(tasks.rows < 100, `${tasks.rows} rows are in the page`);
  await screenshot(page, 'catalogue-many');
  await page.getByRole('button', { name: 'Revision' }).click();
  await page.locator('[aria-sort=ascending]').waitFor();
  await page.evaluate(() => document.querySelector('.table').scrollTo(0, 0));
  await page.getByRole('link', { name: 'profile_00000' }).waitFor();
  assert.equal((await names(page))[1], 'profile_00007');
});
