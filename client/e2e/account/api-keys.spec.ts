import type { Page } from '@playwright/test';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { registerUser } from '#client/e2e/support/billing.ts';
import { expect, test } from '#client/e2e/support/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const card = (page: Page) => page.getByRole('region', { name: 'API keys' });
const dialog = (page: Page) => page.getByRole('dialog');

/** Calls a documented path with an API key, without the browser's cookies. */
async function statusWith(page: Page, key: string, path = '/dropcowboy/credits/'): Promise<number> {
  const url = new URL(path, page.url()).href;
  return (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status;
}

test('an API key is created, shown once, used and revoked', async ({ page }) => {
  await registerUser(page, 'api-keys');
  await page.goto('/profile/developers');
  await expect(card(page).getByText('No API keys yet')).toBeVisible();

  await card(page).getByRole('button', { name: 'Create API Key' }).click();
  await dialog(page).getByRole('button', { name: 'Create Key' }).click();
  await expect(dialog(page).getByText('A name is required')).toBeVisible();
  await dialog(page).getByLabel('Name').fill('Zapier');
  await dialog(page)
    .getByRole('radio', { name: /Read only/ })
    .click();
  await dialog(page).getByRole('checkbox', { name: 'Billing' }).check();
  await dialog(page).getByRole('checkbox', { name: 'Voices' }).check();
  await dialog(page).getByLabel('Expires').selectOption('In 30 days');
  await expectNoViolations(page, 'create an API key');
  await dialog(page).getByRole('button', { name: 'Create Key' }).click();

  await expect(dialog(page).getByText('Copy the key now. It is not shown again.')).toBeVisible();
  const key = await dialog(page).getByLabel('API key').inputValue();
  await dialog(page).getByRole('button', { name: 'Copy Key' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await expectNoViolations(page, 'a new API key');
  await dialog(page).getByRole('button', { name: 'Done' }).click();

  const entry = card(page).getByRole('listitem').filter({ hasText: 'Zapier' });
  await expect(entry).toContainText('Read only');
  await expect(entry).toContainText('Only Voices, Billing');
  await expect(entry).toContainText('Never used');
  await expect(page.getByText(key)).toBeHidden();
  expect(await statusWith(page, key)).toBe(200);
  expect(await statusWith(page, key, '/api/campaigns/')).toBe(403);
  await page.reload();
  await expect(entry).toContainText('from 127.0.0.1');

  await entry.getByRole('button', { name: 'Revoke Zapier' }).click();
  await page
    .getByRole('alertdialog', { name: 'Revoke Zapier?' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(card(page).getByText('No API keys yet')).toBeVisible();
  expect(await statusWith(page, key)).toBe(401);
});
