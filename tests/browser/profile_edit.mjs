// The profile's page: tuning it. Findings as one types, saving, conflicts, history.
import assert from 'node:assert/strict';
import { fillProfiles as fill, strikeProfile } from './samples.mjs';
import { checkAccessibility, inspect, screenshot } from './support.mjs';

const verdict = (page) => page.getByRole('region', { name: 'Verdict' });
const field = (page, name) => page.getByRole('spinbutton', { name, exact: true }).first();
const save = (page) => page.getByRole('button', { name: 'Save', exact: true });
const changes = (page) => page.getByRole('table', { name: 'Changes' });
const stored = async (daemon, name) => (await fetch(`${daemon.url}/v1/profiles/${name}`)).json();
const far = 'target=900,0,0,40,';

inspect('the band that the verdict proposes is put into a draft, saved, and reaches', { fill }, async ({ page, go, daemon }) => {
  await go(`/profiles/strike?${far}`);
  await verdict(page).getByRole('button', { name: 'Put into the draft' }).click();
  await changes(page).getByText('/scale_band/max').waitFor();
  assert.equal(await field(page, 'max').inputValue(), '1.64');
  await checkAccessibility(page);
  await screenshot(page, 'profile-draft');
  await save(page).click();
  await page.getByText('strike is saved as revision 2.').waitFor();
  await verdict(page).getByText('in band', { exact: true }).waitFor();
  assert.equal((await stored(daemon, 'strike')).scale_band.max, 1.64);
  assert.doesNotMatch(page.url(), /draft=/);
});

const state = (page) => page.getByRole('region', { name: 'What if' }).locator('.draft-state');
const told = (page, name) => page.locator('.numbers tr', { has: page.getByRole('rowheader', { name, exact: true }) }).locator('td').first();

inspect('the stage shows a draft before it is saved, and what is saved once that is dropped', { fill }, async ({ page, go, daemon }) => {
  await go(`/profiles/strike?${far}`);
  await verdict(page).getByText('clamped', { exact: true }).waitFor();
  assert.equal(await state(page).count(), 0);
  await verdict(page).getByRole('button', { name: 'Put into the draft' }).click();
  await state(page).getByText('draft', { exact: true }).waitFor();
  await verdict(page).getByText('in band', { exact: true }).waitFor();
  assert.match((await verdict(page).textContent()).replace(/\s+/g, ' '), /at 1\.64× .* the band allows 0\.3× to 1\.64×\. ?It is in band from 230 cm to 900 cm\./);
  assert.equal((await stored(daemon, 'strike')).revision, 1, 'nothing is saved');
  // Every number is of the draft, and the daemon's own.
  await page.getByRole('tab', { name: 'Answer' }).click();
  const answer = await (
    await fetch(`${daemon.url}/v1/resolve`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ profile: { ...strikeProfile, scale_band: { min: 0.3, max: 1.64 } }, actor: { position: [0, 0, 0], yaw: 0, radius: 40 }, target: { position: [900, 0, 0], radius: 40 } }),
    })
  ).json();
  assert.equal((await told(page, 'travel').textContent()).trim(), `${answer.travel} cm`);
  assert.equal((await told(page, 'required scale').textContent()).trim(), String(answer.required_scale));
  await page.locator('.numbers tr', { hasText: 'the draft' }).getByText(answer.profile.content_hash.slice(0, 10)).waitFor();
  // The question can be dragged as ever.
  await page.getByRole('slider', { name: 'Distance to the target' }).focus();
  await page.keyboard.press('ArrowRight');
  await verdict(page).getByText('clamped', { exact: true }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await verdict(page).getByText('in band', { exact: true }).waitFor();
  await checkAccessibility(page);
  // A link carries it.
  await page.waitForURL(/draft=/);
  await page.reload();
  await state(page).getByText('draft', { exact: true }).waitFor();
  await verdict(page).getByText('in band', { exact: true }).waitFor();
  await page.getByRole('tab', { name: /^Edit/ }).click();
  await page.getByRole('button', { name: 'Drop changes' }).click();
  await verdict(page).getByText('clamped', { exact: true }).waitFor();
  assert.equal(await state(page).count(), 0);
  assert.ok(await page.getByRole('button', { name: 'Drop changes' }).isDisabled());
});

/** Goes on with Tab until something of this name has the focus. */
async function tabTo(page, name) {
  for (let i = 0; i < 90; i++) {
    await page.keyboard.press('Tab');
    const told = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '');
    if (told === name) return;
  }
  assert.fail(`Tab does not lead to "${name}"`);
}

inspect('by keys alone: from the catalogue to the band that lets the strike reach', { fill }, async ({ page, go, daemon }) => {
  await go('/');
  await page.getByRole('link', { name: 'strike', exact: true }).first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('strike');
  await page.waitForFunction(() => document.querySelectorAll('.table-body [role=row]').length === 1);
  await tabTo(page, 'strike');
  await page.keyboard.press('Enter');
  await verdict(page).getByText('in band', { exact: true }).waitFor();
  await tabTo(page, 'Distance to the target');
  for (let i = 0; i < 4; i++) {
    const before = await page.evaluate(() => document.activeElement.getAttribute('aria-valuenow'));
    await page.keyboard.press('Shift+ArrowRight');
    await page.waitForFunction((last) => document.activeElement.getAttribute('aria-valuenow') !== last, before);
  }
  await verdict(page).getByText('clamped', { exact: true }).waitFor();
  await tabTo(page, 'Put into the draft');
  await page.keyboard.press('Enter');
  await verdict(page).getByText('in band', { exact: true }).waitFor();
  await tabTo(page, 'Save');
  await page.keyboard.press('Enter');
  await page.getByText('strike is saved as revision 2.').waitFor();
  assert.equal((await stored(daemon, 'strike')).scale_band.max, 1.6);
});

inspect('the warped path follows the edge of a phase while it is dragged', { fill }, async ({ page, go }) => {
  await go('/profiles/points?tab=edit');
  const path = page.locator('.stage').last().locator('.trail.warped');
  await path.waitFor();
  const before = await path.getAttribute('d');
  const edge = page.getByRole('slider', { name: 'near: end' });
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await state(page).getByText('draft', { exact: true }).waitFor();
  await page.waitForFunction((last) => [...document.querySelectorAll('.stage')].at(-1).querySelector('.trail.warped').getAttribute('d') !== last, before);
});

inspect('a draft that is not sound leaves the stage as it was, and says so', { fill }, async ({ page, go }) => {
  await go(`/profiles/strike?${far}&tab=edit`);
  await verdict(page).getByText('clamped', { exact: true }).waitFor();
  await field(page, 'max').fill('1.64');
  await verdict(page).getByText('in band', { exact: true }).waitFor();
  await field(page, 'max').fill('0.2');
  await state(page).getByText('draft, not sound yet').waitFor();
  await verdict(page).getByText('in band', { exact: true }).waitFor();
  await checkAccessibility(page);
  await field(page, 'max').fill('1.5');
  await state(page).getByText('draft', { exact: true }).waitFor();
  await verdict(page).getByText('clamped', { exact: true }).waitFor();
});

inspect('a draft of another kind is shown, too: more phases, another provider', { fill }, async ({ page, go }) => {
  await go('/profiles/points?tab=edit');
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  const text = page.getByRole('textbox', { name: 'The profile as JSON' });
  const document = JSON.parse(await text.inputValue());
  const longer = { ...document, phases: [...document.phases.slice(0, 2), { name: 'down', start: 0.6, end: 0.8 }, { name: 'out', start: 0.8, end: 1 }] };
  await text.fill(JSON.stringify(longer));
  await page.getByRole('slider', { name: 'out: place' }).waitFor();
  await verdict(page).getByText('4 of 4 phases lie ahead.').waitFor();
  await page.getByRole('slider', { name: 'out: place' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/points=(?:[^_&]+_){3}[^_&]+/);
  await text.fill(JSON.stringify({ ...document, provider: { kind: 'obstacle', crossing: 'vault', landing_offset: 0.8 } }));
  await page.getByRole('slider', { name: 'Obstacle: place' }).waitFor();
  await verdict(page).getByText('3 of 3 phases lie ahead.').waitFor();
  await text.fill(JSON.stringify({ ...strikeProfile }));
  await state(page).getByText('as saved').waitFor();
});

inspect('the panel below the verdict keeps its place while the target is moved', { fill }, async ({ page, go }) => {
  await go(`/profiles/strike?${far}`);
  const needle = page.getByRole('slider', { name: 'Distance to the target' });
  const tops = new Set();
  for (const [distance, name] of [[900, 'clamped'], [500, 'in band'], [150, 'compressed'], [60, 'overlapping']]) {
    await page.evaluate((to) => location.assign(`#/profiles/strike?target=${to},0,0,40,`), distance);
    await verdict(page).getByText(name, { exact: true }).waitFor();
    await needle.waitFor();
    tops.add((await page.getByRole('tablist').boundingBox()).y);
  }
  assert.equal(tops.size, 1, [...tops].join(', '));
});

inspect('findings follow what is typed, and an unsound draft cannot be saved', { fill }, async ({ page, go }) => {
  await go('/profiles/strike?tab=edit');
  await field(page, 'max').fill('0.2');
  await page.getByText('max is below min', { exact: false }).first().waitFor();
  assert.ok(await save(page).isDisabled());
  assert.equal(await field(page, 'max').getAttribute('aria-invalid'), 'true');
  await page.getByRole('tab', { name: 'Findings 1' }).waitFor();
  await checkAccessibility(page);
  await screenshot(page, 'profile-findings');
  await field(page, 'max').fill('1.5');
  await page.locator('[aria-invalid]').waitFor({ state: 'detached' });
  assert.ok(await save(page).isEnabled());
  await page.getByRole('checkbox', { name: 'limited' }).check();
  await field(page, 'max').waitFor();
  await page.getByRole('spinbutton', { name: 'max', exact: true }).nth(1).fill('9');
  await page.getByText('rate extreme').waitFor();
  assert.ok(await save(page).isEnabled(), 'a warning does not keep it from being saved');
  await page.getByRole('button', { name: 'Drop changes' }).click();
  await page.getByText('as revision 1').waitFor();
  assert.equal(await field(page, 'max').inputValue(), '1.3');
});

inspect('method, offsets and conditions are edited, and the draft is in the link', { fill }, async ({ page, go, daemon }) => {
  await go('/profiles/strike?tab=edit');
  await page.getByRole('combobox', { name: 'Method' }).selectOption('time');
  await page.getByRole('combobox', { name: 'Easing' }).selectOption('smoothstep');
  await field(page, 'Contact offset cm').fill('15');
  await field(page, 'Max distance cm').fill('1200');
  await page.getByRole('textbox', { name: 'Tags, by commas' }).fill('melee, heavy');
  await page.getByRole('textbox', { name: 'Description' }).fill('A strike.');
  await page.waitForURL(/draft=.*heavy.*strike/i);
  await page.reload();
  await changes(page).getByText('/conditions/max_distance').or(changes(page).getByText('/conditions')).first().waitFor();
  await save(page).click();
  await page.getByText('strike is saved as revision 2.').waitFor();
  const { method, easing, contact_offset, conditions, tags, description } = await stored(daemon, 'strike');
  assert.deepEqual({ method, easing, contact_offset, conditions, tags, description }, {
    method: 'time', easing: 'smoothstep', contact_offset: 15, conditions: { max_distance: 1200 }, tags: ['melee', 'heavy'], description: 'A strike.',
  });
});

inspect('edges of phases are dragged on the timeline and moved by keys', { fill }, async ({ page, go, daemon }) => {
  await go('/profiles/vault?tab=edit');
  const edge = page.getByRole('slider', { name: 'landing: start' });
  const box = await edge.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 6 });
  await page.mouse.up();
  await changes(page).getByText('/phases/2/start').waitFor();
  const dragged = Number(await edge.getAttribute('aria-valuenow'));
  assert.ok(dragged > 0.62 && dragged < 0.9, String(dragged));
  const near = page.getByRole('slider', { name: 'near: end' });
  await near.focus();
  await page.keyboard.press('ArrowLeft');
  await changes(page).getByText('/phases/0/end').waitFor();
  assert.equal(await near.getAttribute('aria-valuenow'), '0.25');
  // Not into its neighbour.
  const far = page.getByRole('slider', { name: 'far: start' });
  await far.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowLeft');
  assert.equal(await far.getAttribute('aria-valuenow'), '0.25');
  await save(page).click();
  await page.getByText('vault is saved as revision 2.').waitFor();
  const { phases } = await stored(daemon, 'vault');
  assert.deepEqual([phases[0].end, phases[1].start, phases[2].start], [0.25, 0.25, dragged]);
});

inspect('the whole document is edited as text', { fill }, async ({ page, go, daemon }) => {
  await go('/profiles/points?tab=edit');
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  const text = page.getByRole('textbox', { name: 'The profile as JSON' });
  const document = JSON.parse(await text.inputValue());
  await text.fill('{"kind": ');
  await page.getByRole('alert').waitFor();
  document.phases[1].axes = { y: { warp: false } };
  await text.fill(JSON.stringify(document));
  await save(page).click();
  await page.getByText('points is saved as revision 2.').waitFor();
  assert.deepEqual((await stored(daemon, 'points')).phases[1].axes, { y: { warp: false } });
});

/** Somebody else saves while a draft is open. */
async function conflict({ page, go, daemon }) {
  await go('/profiles/strike?tab=edit');
  await field(page, 'max').fill('1.64');
  await changes(page).waitFor();
  await daemon.put('/v1/profiles/strike', { ...strikeProfile, scale_band: { min: 0.25, max: 1.5 } }, { 'If-Match': '*' });
  await save(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Somebody else has saved strike').waitFor();
  return dialog;
}

inspect('a conflict shows both versions, and mine can be saved over', { fill, expectedStatuses: [412] }, async ({ page, go, daemon }) => {
  const dialog = await conflict({ page, go, daemon });
  const rows = await dialog.locator('tbody tr').allTextContents();
  assert.deepEqual(rows.map((row) => row.replace('changed: ', ' ').replace('changed: ', ' ').replace(/\s+/g, ' ').trim()), ['/scale_band/max1.3 1.5 1.64', '/scale_band/min0.3 0.250.3']);
  await checkAccessibility(page);
  await screenshot(page, 'profile-conflict');
  await dialog.getByRole('button', { name: 'Overwrite revision 2 with mine' }).click();
  await page.getByText('strike is saved as revision 3.').waitFor();
  assert.deepEqual((await stored(daemon, 'strike')).scale_band, { min: 0.3, max: 1.64 });
});

inspect('a conflict ends with the draft that it is about', { fill, expectedStatuses: [412] }, async ({ page, go, daemon }) => {
  const dialog = await conflict({ page, go, daemon });
  await page.evaluate(() => location.assign('#/profiles/strike?tab=edit'));
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await stored(daemon, 'strike')).revision, 2);
});

inspect('a conflict can end with theirs, or with mine on top of it', { fill, expectedStatuses: [412] }, async ({ page, go, daemon }) => {
  const dialog = await conflict({ page, go, daemon });
  await dialog.getByRole('button', { name: 'Put my changes on revision 2' }).click();
  await page.getByText('changes revision 2').waitFor();
  assert.equal(await field(page, 'min').inputValue(), '0.25');
  assert.equal(await field(page, 'max').inputValue(), '1.64');
  await daemon.put('/v1/profiles/strike', { ...strikeProfile, scale_band: { min: 0.2, max: 1.5 } }, { 'If-Match': '*' });
  await save(page).click();
  await dialog.getByRole('button', { name: 'Take revision 3' }).click();
  await page.getByText('as revision 3').waitFor();
  assert.equal(await field(page, 'min').inputValue(), '0.2');
  assert.equal((await stored(daemon, 'strike')).revision, 3);
});

inspect('history shows what differs, and brings an old revision back', { fill }, async ({ page, go, daemon }) => {
  await daemon.put('/v1/profiles/strike', { ...strikeProfile, scale_band: { min: 0.3, max: 1.8 }, rate: { min: 0.5, max: 2 } }, { 'If-Match': '*' });
  await go(`/profiles/strike?${far}&tab=history`);
  const differences = page.getByRole('table', { name: 'Differences between revisions' });
  await differences.getByText('/scale_band/max').waitFor();
  await differences.getByText('/rate').waitFor();
  await verdict(page).getByText('in band', { exact: true }).waitFor();
  await checkAccessibility(page);
  await screenshot(page, 'profile-history');
  // The old revision answers as it did.
  await page.getByRole('table', { name: 'Revisions' }).getByRole('button', { name: '1', exact: true }).click();
  await page.waitForURL(/rev=1/);
  await verdict(page).getByText('clamped', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Restore revision 1' }).click();
  await page.getByText('strike is saved as revision 3.').waitFor();
  await page.getByRole('table', { name: 'Revisions' }).getByText('3 (newest)').waitFor();
  assert.deepEqual((await stored(daemon, 'strike')).scale_band, { min: 0.3, max: 1.3 });
});

inspect('a save that is refused says why, and keeps the draft', { fill, expectedStatuses: [503] }, async ({ page, go }) => {
  await go('/profiles/strike?tab=edit');
  await field(page, 'max').fill('1.5');
  await changes(page).waitFor();
  await page.route('**/v1/profiles/strike', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          body: JSON.stringify({ type: '', title: 'Store busy', status: 503, detail: 'The store is busy; try again.', code: 'store_busy', retryable: true }),
        })
      : route.continue(),
  );
  await save(page).click();
  await page.getByRole('alert').getByText('The store is busy; try again.').waitFor();
  assert.equal(await field(page, 'max').inputValue(), '1.5');
  assert.ok(await save(page).isEnabled());
});

inspect('a link that nobody can read leaves the page whole', { fill }, async ({ page, go }) => {
  for (const draft of ['{', '3', '{"kind":"phases"}', '{"kind":"phases","phases":[1]}']) {
    await go(`/profiles/strike?tab=edit&draft=${encodeURIComponent(draft)}&actor=x,y&target=1&at=soon&points=_&time=`);
    await verdict(page).getByText('in band', { exact: true }).waitFor();
    await page.getByText('as revision 1').waitFor();
    await page.goto('about:blank');
  }
});

inspect('a profile whose clip no longer has its window says so', { fill, expectedStatuses: [409] }, async ({ page, go, daemon }) => {
  const { space, frame_rate, root } = await (await fetch(`${daemon.url}/v1/clips/strike`)).json();
  await daemon.put('/v1/clips/strike', { space, frame_rate, root, windows: [{ name: 'other', start: 0, end: 0.5 }] }, { 'If-Match': '*' });
  await go('/profiles/strike?tab=edit');
  await page.getByRole('alert').getByText('the clip has no window of this name', { exact: false }).waitFor();
  await page.getByRole('combobox', { name: 'Window' }).selectOption('other');
  await changes(page).getByText('/window').waitFor();
  await checkAccessibility(page);
  await save(page).click();
  await page.getByText('strike is saved as revision 2.').waitFor();
  await verdict(page).waitFor();
});
