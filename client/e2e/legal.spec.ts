import { expect, test } from './support/test.ts';

test('a visitor reads the terms and the privacy policy without losing what is typed', async ({
  page,
  context,
}) => {
  await page.goto('/auth/signup');
  await page.getByLabel('Full name').fill('Ana Ortiz');
  for (const [link, title] of [
    ['terms', 'Terms of use'],
    ['privacy policy', 'Privacy policy'],
  ] as const) {
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: link }).click();
    const legal = await opened;
    await expect(legal.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(legal.getByRole('link', { name: 'support@hark.example' })).toHaveAttribute(
      'href',
      'mailto:support@hark.example',
    );
    await legal.close();
  }
  await expect(page.getByLabel('Full name')).toHaveValue('Ana Ortiz');
});
