import type { Page } from '@playwright/test';
import { expectNoViolationsInBothSchemes } from './support/axe.ts';
import { registerUser } from './support/billing.ts';
import { expect, test } from './support/test.ts';

async function createKey(page: Page): Promise<string> {
  const created = await page.request.post('/trpc/apiKeys.create', {
    data: { name: 'Docs', scope: 'full', expires_in_days: null },
  });
  const { result } = (await created.json()) as { result: { data: { key: string } } };
  return result.data.key;
}

test('the API page sends a call with the key of its user, and shows the response and the same call for curl', async ({
  page,
}) => {
  await registerUser(page, 'api-docs');
  const key = await createKey(page);
  await page.goto('/docs');

  const add = page.locator('[id="suppressions.add"]');
  await add.getByText('Try it').click();
  await add.getByLabel('Body').fill('{"phone": "2025550143", "reason": "It\'s a test"}');
  await add.getByRole('button', { name: 'Send POST' }).click();
  const result = add.getByRole('status');
  await expect(result).toContainText('401');
  await expect(result).toContainText('UNAUTHENTICATED');

  await page.getByLabel('API key', { exact: true }).fill(key);
  await add.getByRole('button', { name: 'Send POST' }).click();
  await expect(result).toContainText('200');
  await expect(result).toContainText('"phone": "12025550143"');
  await expect(result).toContainText('ratelimit-limit');
  await expect(result).toContainText('Authorization: Bearer $HARK_API_KEY');
  await expect(result).toContainText(`It'\\''s a test`);
  await expect(result).not.toContainText(key);

  const list = page.locator('[id="suppressions.list"]');
  await list.getByText('Try it').click();
  await expect(list.getByLabel('search (query, optional)')).toHaveValue('202555');
  await list.getByRole('button', { name: 'Send GET' }).click();
  await expect(list.getByRole('status')).toContainText("It's a test");

  await add.getByText('Fields, example and errors').click();
  await expectNoViolationsInBothSchemes(page, 'the API page');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.reload();
  await expect(page.getByLabel('API key', { exact: true })).toHaveValue('');
});
