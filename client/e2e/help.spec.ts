import { expectNoViolations } from './support/axe.ts';
import { registerUser } from './support/billing.ts';
import { expect, test } from './support/test.ts';

test('help is found by a word, read at its section, and returned from', async ({ page }) => {
  await registerUser(page, 'help');
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/help');
  const search = page.getByRole('searchbox', { name: 'Search the Help Center' });
  const found = page.getByRole('region', { name: 'Found in the Help Center' });
  await search.fill('time zone');
  await expect(found.getByRole('link')).toHaveCount(1);
  await expect(page).toHaveURL('/help?search=time+zone');
  await expectNoViolations(page, 'a search of the help');
  await found.getByRole('link').click();
  await expect(page).toHaveURL('/help/calling-hours#how-does-hark-know-where-somebody-is');
  const section = page.getByRole('region', { name: 'How does Hark know where somebody is?' });
  await expect(section).toBeFocused();
  await expect(section.getByRole('heading')).toBeInViewport();

  await page.goBack();
  await expect(search).toHaveValue('time zone');
  await search.fill('qwertz');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await search.fill('');
  await page.getByRole('link', { name: 'Voices' }).click();
  await expect(page).toHaveTitle('Voices · Hark');
});

test('screens lead to the help about them', async ({ page }) => {
  await registerUser(page, 'help-links');
  for (const [path, link, href] of [
    ['/my-voice', 'What makes a good sample', '/help/voices'],
    ['/contacts', 'What a file needs', '/help/files'],
    ['/profile/business', 'calling hours', '/help/calling-hours'],
    ['/profile/business', 'consent', '/help/consent'],
    ['/profile/developers', 'How it works', '/help/api'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('main').getByRole('link', { name: link, exact: true }).click();
    await expect(page).toHaveURL(href);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
});
