// A daemon that asks for tokens, made by the command line beside it: a wrong one, one that has expired, one that may only
// read, and one that may all.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { fillProfiles as fill } from './samples.mjs';
import { checkAccessibility, inspect, screenshot } from './support.mjs';

const far = 'target=900,0,0,40,';
const verdict = (page) => page.getByRole('region', { name: 'Verdict' });

/** The text of a new token. */
function create(daemon, ...options) {
  const program = join(process.env.RW_BIN_DIR ?? '', 'rootwarp');
  return execFileSync(program, ['token', 'create', '--quiet', '--data', join(daemon.folder, 'data'), ...options], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** Asks until the daemon answers so; it looks for changed tokens once a second, and is open until it finds the first. */
async function settled(daemon, token, status, code) {
  for (;;) {
    const response = await fetch(`${daemon.url}/v1/profiles`, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
    const body = await response.json();
    if (response.status === status && (!code || body.code === code)) return;
  }
}

async function use(page, token) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Token').fill(token);
  await dialog.getByRole('button', { name: 'Use it' }).click();
}

inspect('a wrong token and an expired one are told apart, and one that may only read cannot save', { fill, expectedStatuses: [401, 403] }, async ({ page, go, daemon }) => {
  const full = create(daemon, '--scopes', 'read,resolve,write');
  const reader = create(daemon, '--scopes', 'read,resolve');
  const short = create(daemon, '--scopes', 'read,resolve', '--expires', '1s');
  await settled(daemon, null, 401);
  await settled(daemon, short, 401, 'token_expired');
  await go(`/profiles/strike?${far}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('rootwarp token create').waitFor();
  assert.equal(await dialog.getByRole('alert').count(), 0, 'nothing was refused yet');
  await use(page, `${reader.slice(0, -4)}aaaa`);
  await dialog.getByRole('alert').waitFor();
  const wrong = await dialog.getByRole('alert').textContent();
  await checkAccessibility(page);
  await screenshot(page, 'token-refused');
  await use(page, short);
  await dialog.getByRole('alert').getByText(/expired/).waitFor();
  assert.doesNotMatch(wrong, /expired/);
  await use(page, reader);
  await verdict(page).getByText('clamped', { exact: true }).waitFor();
  assert.equal(await dialog.count(), 0);

  // It may try a draft, but not save it.
  await verdict(page).getByRole('button', { name: 'Put into the draft' }).click();
  await verdict(page).getByText('in band', { exact: true }).waitFor();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  const told = page.getByRole('region', { name: 'Messages' }).getByRole('alert');
  await told.getByText(/write/).first().waitFor();
  await told.getByRole('link', { name: 'scope_write_required' }).waitFor();
  assert.ok(await save.isEnabled(), 'the draft is kept');
  await checkAccessibility(page);
  await screenshot(page, 'token-read-only');
  await told.getByRole('button', { name: 'Use another token…' }).click();
  await dialog.getByRole('alert').getByText(/write/).waitFor();
  await use(page, full);
  await dialog.waitFor({ state: 'detached' });
  await told.getByRole('button', { name: 'Close message' }).click();
  await save.click();
  await page.getByText('strike is saved as revision 2.').waitFor();

  // The token stays in the tab: not in the address, not in what outlives it, and not in what is copied.
  assert.ok(!page.url().includes(full));
  assert.equal(await page.evaluate(() => localStorage.length + document.cookie.length), 0);
  await page.reload();
  await verdict(page).getByText('in band', { exact: true }).waitFor();
});

inspect('without the scope to resolve the page says so, and goes on with another token', { fill, expectedStatuses: [401, 403] }, async ({ page, go, daemon }) => {
  const blind = create(daemon, '--scopes', 'read');
  const sighted = create(daemon, '--scopes', 'read,resolve');
  await settled(daemon, null, 401);
  await settled(daemon, sighted, 200);
  await go(`/profiles/strike?${far}`);
  await use(page, blind);
  const told = page.locator('.stages').getByRole('alert');
  await told.getByRole('link', { name: 'scope_resolve_required' }).waitFor();
  await screenshot(page, 'token-no-resolve');
  await told.getByRole('button', { name: 'Use another token…' }).click();
  await use(page, sighted);
  await verdict(page).getByText('clamped', { exact: true }).waitFor();
});

inspect('who gives no token is told what is missing, and may try again', { fill, expectedStatuses: [401] }, async ({ page, go, daemon }) => {
  const reader = create(daemon, '--scopes', 'read,resolve');
  await settled(daemon, null, 401);
  await go('/');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'token_required' }).first().waitFor();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await use(page, reader);
  await page.getByRole('link', { name: 'strike' }).first().waitFor();
});
