// The shortest way through: the catalogue comes up, a link leads to a profile, and nothing is complained of.
import { fill } from './samples.mjs';
import assert from 'node:assert/strict';
import { inspect } from './support.mjs';

inspect('catalogue and profile come up', { fill }, async ({ page, go }) => {
  await go('/');
  await page.getByRole('link', { name: 'lunge_far' }).click();
  await page.getByRole('heading', { name: 'lunge_far', level: 1 }).waitFor();
  await page.getByRole('region', { name: 'Verdict' }).getByText('in band', { exact: true }).waitFor();
});

// A text has no icon of its own, so the browser may ask for /favicon.ico and complain that there is none.
inspect('the licences of what is bundled are there to read', { expectedStatuses: [404] }, async ({ page, daemon }) => {
  await page.goto(`${daemon.url}/docs`);
  await page.getByRole('link', { name: 'Licences' }).click();
  const text = await page.locator('body').innerText();
  for (const part of [/^preact \d+\.\d+\.\d+ \(MIT\)$/m, /^htm \d+\.\d+\.\d+ \(Apache-2\.0\)$/m, /Copyright \(c\) 2015-present Jason Miller/])
    assert.match(text, part);
});
