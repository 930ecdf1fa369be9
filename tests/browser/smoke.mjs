// The shortest way through: the catalogue comes up, a link leads to a profile, and nothing is complained of.
import { fill } from './samples.mjs';
import { inspect } from './support.mjs';

inspect('catalogue and profile come up', { fill }, async ({ page, go }) => {
  await go('/');
  await page.getByRole('link', { name: 'lunge_far' }).click();
  await page.getByRole('heading', { name: 'lunge_far', level: 1 }).waitFor();
  await page.getByRole('region', { name: 'Verdict' }).getByText('in band', { exact: true }).waitFor();
});
