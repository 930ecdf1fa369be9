// The profile's page: trying it. Everything that can be dragged is, and the numbers that come are the daemon's.
import assert from 'node:assert/strict';
import { fillProfiles as fill, strikeProfile } from './samples.mjs';
import { checkAccessibility, inspect, screenshot } from './support.mjs';

const verdict = (page) => page.getByRole('region', { name: 'Verdict' });
const number = (page, name) => page.locator('.numbers tr', { has: page.getByRole('rowheader', { name, exact: true }) }).locator('td');
const handle = (page, name) => page.getByRole('slider', { name, exact: true }).first();
const far = 'target=900,0,0,40,';

/** Waits until a number is shown. */
const told = (page, name, text) => number(page, name).filter({ hasText: text }).first().waitFor();

/** Drags something by so many pixels, in steps as a hand does. */
async function drag(page, element, dx, dy, steps = 12) {
  const box = await element.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps });
  await page.mouse.up();
}

inspect('why the lunge falls short at nine metres, and what would help', { fill }, async ({ page, go }) => {
  await go(`/profiles/strike?${far}`);
  const told = verdict(page);
  await told.getByText('clamped', { exact: true }).waitFor();
  const text = (await told.textContent()).replace(/\s+/g, ' ');
  assert.match(text, /It falls short by 170 cm\. Closing the gap of 820 cm takes 1\.64× the authored 500 cm; the band stops at 1\.3×, which is 650 cm\./);
  assert.match(text, /Raise the band's max to 1\.64\./);
  await screenshot(page, 'profile-clamped');
  await told.getByRole('button', { name: 'Move the target there' }).click();
  await told.getByText('in band', { exact: true }).waitFor();
  await page.waitForURL(/target=730,0,0,40/);
});

inspect('every number of the answer is the daemon\'s', { fill }, async ({ page, go, daemon }) => {
  await go('/profiles/strike?target=250,0,30,40,');
  await told(page, 'required scale', '0.34');
  const answer = await (
    await fetch(`${daemon.url}/v1/resolve`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ profile: 'strike', actor: { position: [0, 0, 0], yaw: 0, radius: 40 }, target: { position: [250, 0, 30], radius: 40 } }),
    })
  ).json();
  for (const [name, value] of [
    ['distance to target', answer.distance_to_target],
    ['stop distance', answer.stop_distance],
    ['gap to close', answer.gap_to_close],
    ['natural travel', answer.natural_travel],
    ['travel', answer.travel],
    ['shortfall', answer.shortfall],
  ]) {
    assert.equal((await number(page, name).textContent()).trim(), `${value} cm`, name);
  }
  await page.getByRole('button', { name: 'm', exact: true }).click();
  await told(page, 'gap to close', '1.7 m');
});

inspect('actor and target are dragged, turned, and moved by keys', { fill }, async ({ page, go }) => {
  await go(`/profiles/strike?${far}`);
  await told(page, 'distance to target', '900');
  await drag(page, handle(page, 'Target: place'), -300, 0);
  await verdict(page).getByText('in band', { exact: true }).waitFor();
  await page.waitForURL(/target=(4|5|6)/);
  await go(`/profiles/strike?${far}`);
  await told(page, 'distance to target', '900');
  await drag(page, handle(page, 'Actor: place'), 120, 0);
  await page.waitForURL(/actor=1\d\d/);
  await go(`/profiles/strike?${far}&actor=0,0,0,0,40,1`);
  await told(page, 'distance to target', '900');
  await drag(page, handle(page, 'Actor: yaw'), 0, 60);
  await page.waitForURL(/actor=0,0,0,4\d/);

  await go(`/profiles/strike?${far}&actor=0,0,0,0,40,1&k=1`);
  await told(page, 'distance to target', '900');
  await handle(page, 'Target: place').focus();
  await page.keyboard.press('ArrowLeft');
  await told(page, 'distance to target', '890');
  await page.keyboard.press('Shift+ArrowLeft');
  await told(page, 'distance to target', '790');
  await page.keyboard.press('ArrowUp');
  await page.waitForURL(/target=790,-10,0,40/);
  await handle(page, 'Actor: yaw').focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(/actor=0,0,0,-5,40,1/);
});

inspect('the strip drags the distance through every verdict', { fill }, async ({ page, go }) => {
  await go(`/profiles/strike?${far}`);
  const needle = handle(page, 'Distance to the target');
  await needle.focus();
  assert.deepEqual(await page.locator('.strip .region').evaluateAll((all) => all.map((one) => one.classList[1])), ['overlapping', 'compressed', 'in-band', 'clamped']);
  const strip = page.locator('.strip svg');
  const box = await strip.boundingBox();
  const at = async (distance) => {
    const now = Number(await needle.getAttribute('aria-valuenow'));
    const knob = await needle.boundingBox();
    // The scale is that of a drag that has begun: from the side on.
    const end = ((box.width - 24) * now) / (knob.x + 6 - box.x - 12);
    return box.x + 12 + (distance / end) * (box.width - 24);
  };
  for (const [distance, name] of [[60, 'overlapping'], [150, 'compressed'], [500, 'in band']]) {
    const x = await at(distance);
    await page.mouse.move(x, box.y + 30);
    await page.mouse.down();
    await page.mouse.up();
    await verdict(page).getByText(name, { exact: true }).waitFor();
  }
  await needle.focus();
  const before = Number(await needle.getAttribute('aria-valuenow'));
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((last) => Math.abs(Number(document.querySelector('.strip .handle').getAttribute('aria-valuenow')) - last - 10) < 0.001, before);
});

inspect('the strip is as wide as the stage, and its needle where the pointer is', { fill, width: 1600, height: 1000 }, async ({ page, go }) => {
  await go(`/profiles/strike?${far}`);
  await verdict(page).getByText('clamped', { exact: true }).waitFor();
  const strip = page.locator('.strip svg');
  const [box, stage] = [await strip.boundingBox(), await page.locator('.stage').first().boundingBox()];
  assert.ok(Math.abs(box.width - stage.width) < 4, `${box.width}, ${stage.width}`);
  await page.waitForFunction((wide) => Math.abs(document.querySelector('.strip svg').viewBox.baseVal.width - wide) < 2, box.width);
  const at = box.x + box.width * 0.8;
  await page.mouse.move(at, box.y + 30);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction((x) => { const needle = document.querySelector('.strip .needle').getBoundingClientRect(); return Math.abs(needle.left + needle.width / 2 - x) < 3; }, at).catch(() => assert.fail('the needle is elsewhere'));
});

inspect('the names on the strip never lie on one another', { fill }, async ({ page, go, daemon }) => {
  await daemon.put('/v1/profiles/narrow', { ...strikeProfile, scale_band: { min: 0.2, max: 1.8 } });
  for (const distance of [1120, 900, 550, 150, 40]) {
    await go(`/profiles/narrow?target=${distance},0,0,40,`);
    await told(page, 'distance to target', String(distance));
    const boxes = await page.locator('.strip .region text, .strip .handle .strong').evaluateAll((all) =>
      all.filter((one) => !one.classList.contains('region-name')).map((one) => one.getBoundingClientRect()).sort((one, other) => one.left - other.left).map(({ left, right }) => [left, right]),
    );
    assert.ok(boxes.length >= 1, String(distance));
    const needle = await page.locator('.strip .needle').evaluate((one) => one.getBoundingClientRect().left);
    for (const { left, right } of await page.locator('.strip .region-name').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => ({ left, right })))) {
      assert.ok(needle < left || needle > right, `${distance} cm: the needle at ${needle} is on a name from ${left} to ${right}`);
    }
    boxes.slice(1).forEach(([left], i) => assert.ok(left >= boxes[i][1], `${distance} cm: ${JSON.stringify(boxes)}`));
  }
});

inspect('the numbers beside the stage are those of the space', { fill }, async ({ page, go }) => {
  // In Unreal's space y runs to the right, in glTF's x runs to the left.
  const stage = page.getByRole('group', { name: /^From above/ });
  const side = async () => (await stage.locator('.grid-lines text[x="4"]').evaluateAll((all) => all.map((one) => [Number(one.getAttribute('y')), one.textContent]))).sort((one, other) => one[0] - other[0]).map(([, text]) => Number(text.replace('−', '-')));
  await go('/profiles/strike?target=600,200,0,40,');
  await stage.getByText('↑ left (−y)').waitFor();
  const right = await side();
  assert.ok(right.length > 1 && right.every((value, i) => i === 0 || value > right[i - 1]), String(right));
  await go('/profiles/points');
  await stage.getByText('↑ left (x)').waitFor();
  const left = await side();
  assert.ok(left.length > 1 && left.every((value, i) => i === 0 || value < left[i - 1]), String(left));
});

inspect('a box is seen from above and from the side, made higher until it is refused', { fill }, async ({ page, go }) => {
  await go('/profiles/vault');
  await verdict(page).getByText('resolved', { exact: true }).waitFor();
  for (const name of ['near', 'far', 'landing']) assert.equal(await page.locator('.warp-point text', { hasText: name }).count(), 2, name);
  await screenshot(page, 'profile-vault');
  const top = handle(page, 'Obstacle: height');
  await top.focus();
  for (let i = 0; i < 2; i++) await page.keyboard.press('Shift+ArrowUp');
  await verdict(page).getByText('refused', { exact: true }).waitFor();
  const text = (await verdict(page).textContent()).replace(/\s+/g, ' ');
  assert.match(text, /higher than the profile takes.*It measures 200 cm; max_height is 150 cm\..*Set max_height to 200 cm/);
  await drag(page, top, 0, 70);
  await verdict(page).getByText('resolved', { exact: true }).waitFor();
  await go('/profiles/mantle');
  await verdict(page).getByText('resolved', { exact: true }).waitFor();
  assert.equal(await page.locator('.warp-point text').count(), 4);
});

inspect('target points and a partner can be dragged', { fill }, async ({ page, go }) => {
  await go('/profiles/points');
  await verdict(page).getByText('resolved', { exact: true }).waitFor();
  const above = page.getByRole('group', { name: /^From above/ });
  for (const name of ['near', 'far', 'landing']) assert.equal(await above.getByText(name, { exact: true }).count(), 1, name);
  await drag(page, handle(page, 'landing: place'), 50, 20);
  await page.waitForURL(/points=[^_]+_[^_]+_[^_]+/);
  await go('/profiles/pair?partner_clip=strike');
  await page.getByText('partner', { exact: true }).first().waitFor();
  await told(page, 'warp point', '300, 0, 0');
  await handle(page, 'Partner: place').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await told(page, 'warp point', '400, 0, 0');
});

inspect('the timeline is scrubbed and played', { fill }, async ({ page, go }) => {
  await go('/profiles/vault?at=0.25');
  await page.getByText('0.25 s').waitFor();
  const slider = page.getByRole('slider', { name: 'Elapsed time' });
  await slider.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.waitForURL(/at=0\.58/);
  const lane = await page.locator('.timeline svg').boundingBox();
  await page.mouse.move(lane.x + 300, lane.y + 60);
  await page.mouse.down();
  await page.mouse.move(lane.x + 400, lane.y + 60, { steps: 5 });
  await page.mouse.up();
  const read = () => page.evaluate(() => Number(document.querySelector('.transport input').value));
  const before = await read();
  assert.ok(before > 0.3 && before < 0.9, String(before));
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.waitForFunction((last) => Math.abs(Number(document.querySelector('.transport input').value) - last) > 0.1, before);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play' }).waitFor();
  assert.equal(await page.locator('.figure.now').count(), 2);
  assert.equal(await page.locator('.figure.ghost').count(), 2);
});

inspect('a link brings back all of it', { fill }, async ({ page, go }) => {
  const place = '/profiles/strike?rev=1&target=420,-35.5,0,55,&actor=10,20,0,15,40,1.1&velocity=50,0,0&at=0.4&time=0.1&rate=1.5&tab=inputs&u=m';
  await go(place);
  const field = (name) => page.getByRole('spinbutton', { name, exact: true });
  await field('Yaw °').first().waitFor();
  assert.equal(await field('Yaw °').first().inputValue(), '15');
  assert.equal(await field('Position x').nth(1).inputValue(), '4.2');
  assert.equal(await field('Velocity x').inputValue(), '0.5');
  assert.equal(await field("Caller's play rate").inputValue(), '1.5');
  await field('Yaw °').first().fill('30');
  await page.waitForURL(/actor=10,20,0,30,40,1\.1/);
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await field('Yaw °').first().waitFor();
  assert.equal(await field('Yaw °').first().inputValue(), '30');
  assert.equal(await field('Clip time s').inputValue(), '0.1');
  await page.getByRole('tab', { name: 'Answer' }).click();
  await number(page, 'target led to').waitFor();
});

inspect('the request is copied for a shell, as JSON, and as a link', { fill }, async ({ page, go, daemon }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: daemon.url });
  await go(`/profiles/strike?${far}`);
  await told(page, 'shortfall', '170');
  const copied = async (name) => {
    await page.getByRole('group', { name: 'Copy' }).getByRole('button', { name }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const body = { profile: 'strike', actor: { position: [0, 0, 0], yaw: 0, radius: 40 }, target: { position: [900, 0, 0], radius: 40 } };
  assert.deepEqual(JSON.parse(await copied('JSON')), body);
  const curl = await copied('curl');
  assert.ok(curl.startsWith(`curl -s ${daemon.url}/v1/resolve -H 'Content-Type: application/json' -d '{`), curl);
  assert.deepEqual(JSON.parse(curl.slice(curl.indexOf("-d '") + 4, -1)), body);
  assert.equal(JSON.parse(await copied('answer')).verdict, 'clamped');
  assert.equal(await copied('link'), page.url());
});

inspect('what the daemon refuses is told, and the stage stays', { fill, expectedStatuses: [400] }, async ({ page, go }) => {
  await go(`/profiles/strike?${far}&tab=inputs`);
  const scale = page.getByRole('spinbutton', { name: 'Scale', exact: true });
  await scale.fill('-1');
  const alert = page.getByRole('alert').first();
  await alert.getByText('/actor/scale', { exact: true }).waitFor();
  await checkAccessibility(page);
  await scale.fill('2');
  await alert.waitFor({ state: 'detached' });
  assert.equal(await page.locator('.trail.warped').count() > 0, true);
});

inspect('every kind of profile is accessible, light and dark', { fill }, async ({ page, go }) => {
  const draft = encodeURIComponent(JSON.stringify({ ...strikeProfile, scale_band: { min: 0.3, max: 1.64 } }));
  for (const theme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const place of [`strike?${far}&at=0.5`, 'vault?tab=inputs&at=0.5', 'points?tab=edit', 'mantle?tab=findings', 'pair?tab=history', `strike?${far}&tab=edit&base=1&draft=${draft}`]) {
      await go(`/profiles/${place}`);
      await verdict(page).waitFor();
      await checkAccessibility(page);
      await screenshot(page, `profile-${place.split('?')[0]}-${theme}`);
    }
  }
});
