import { expect, test } from '#client/e2e/support/test.ts';

test('without a plan every visit shows that one is needed', async ({ page }) => {
  const email = `welcome-${String(Date.now())}@example.com`;
  const response = await page.request.post('/register/', {
    data: { email, password: 'a good long password', display_name: 'Zoë Martínez' },
  });
  expect(response.status()).toBe(201);
  const modal = page.getByRole('dialog', { name: 'Subscription Required' });
  for (const path of ['/dashboard', '/analytics', '/dashboard']) {
    await page.goto(path);
    await expect(modal.getByRole('link', { name: 'Get Subscription' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(modal).toBeHidden();
    await page.getByRole('button', { name: 'Start a Campaign' }).hover();
    await expect(page.getByRole('tooltip', { name: 'Subscription Required' })).toBeVisible();
  }
  await page.reload();
  await modal.getByRole('link', { name: 'Get Subscription' }).click();
  await expect(page).toHaveURL(/\/billing$/);
});
