import type { Page } from '@playwright/test';
import type { PlanId } from '#shared/plans.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { registerUser, subscribe } from '#client/e2e/support/billing.ts';
import { makeCampaign, signInDemo, takeOffList } from '#client/e2e/support/campaigns.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Do Not Call List' });
const row = (page: Page, phone: string) => table(page).getByRole('row').filter({ hasText: phone });
const dialog = (page: Page) => page.getByRole('dialog');

async function openList(page: Page): Promise<void> {
  await page.goto('/do-not-call');
  await expect(page.getByRole('heading', { level: 1, name: 'Do Not Call List' })).toBeVisible();
}

/** A signed-in user with an empty list. */
async function openEmptyList(page: Page, plan?: PlanId): Promise<void> {
  await registerUser(page, 'suppressions');
  if (plan !== undefined) await subscribe(page, plan);
  await openList(page);
  await expect(page.getByText('No numbers yet')).toBeVisible();
}

async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Import Numbers' }).click();
  await dialog(page).getByLabel('Or paste numbers').fill(text);
  await dialog(page).getByRole('button', { name: 'Check Numbers' }).click();
}

test('a number is added once, found by its digits and removed', async ({ page }) => {
  await openEmptyList(page);
  const add = page.getByRole('button', { name: 'Add Number' });
  await add.focus();
  await page.keyboard.press('Enter');
  const field = dialog(page).getByLabel('Phone Number');
  await expect(field).toBeFocused();
  await page.keyboard.type('555-0143');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('This is not a US or Canadian phone number')).toBeVisible();
  await expectNoViolations(page, 'add a number');
  await field.fill('(202) 555-0143');
  await page.keyboard.press('Enter');
  await expect(page.getByText('+1 (202) 555-0143 will no longer be called.')).toBeVisible();
  await expect(row(page, '+1 (202) 555-0143')).toContainText('Added by you');
  await expect(page.getByText('1 number that your campaigns never call.')).toBeVisible();

  await add.click();
  await field.fill('12025550143');
  await page.keyboard.press('Enter');
  await expect(page.getByText('+1 (202) 555-0143 is already on the list.')).toBeVisible();
  await expect(table(page).getByRole('row')).toHaveCount(2);

  const search = page.getByLabel('Search by digits');
  await search.fill('(202) 999');
  await expect(page.getByText('No number on the list contains 202999.')).toBeVisible();
  await search.fill('smith');
  await expect(page.getByText('0 numbers found')).toBeVisible();
  await expect(page.getByText('“smith” is not part of a phone number.')).toBeVisible();
  await expect(row(page, '+1 (202) 555-0143')).toBeHidden();
  await search.fill('0143');
  await expect(page.getByText('1 number found')).toBeVisible();

  await page.getByRole('button', { name: 'Remove +1 (202) 555-0143' }).click();
  const question = page.getByRole('dialog', { name: 'Remove +1 (202) 555-0143?' });
  await expectNoViolations(page, 'remove');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, '+1 (202) 555-0143')).toBeVisible();
  await page.getByRole('button', { name: 'Remove +1 (202) 555-0143' }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('+1 (202) 555-0143 can be called again.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Search' }).click();
  await expect(page.getByText('No numbers yet')).toBeVisible();
});

test('an import lists invalid lines, adds the rest and counts known numbers', async ({ page }) => {
  await openEmptyList(page);
  await paste(page, '2025550143\nAna Ortiz\n+1 (202) 555-0144\n2025550143');
  await expect(dialog(page)).toContainText('2 numbers can be added. 1 duplicate was left out.');
  await expect(dialog(page).getByRole('list', { name: 'Errors' })).toHaveText(
    'Line 2: "Ana Ortiz" is not a US or Canadian phone number',
  );
  await expectNoViolations(page, 'review');
  const saved = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download Errors' }).click();
  expect((await saved).suggestedFilename()).toBe('errors.csv');
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await expect(dialog(page).getByLabel('Or paste numbers')).toHaveValue(/Ana Ortiz/);
  await dialog(page).getByRole('button', { name: 'Check Numbers' }).click();
  await dialog(page).getByRole('button', { name: 'Add 2 numbers' }).click();
  await expect(page.getByText('2 numbers added.')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(row(page, '+1 (202) 555-0144')).toContainText('Imported');

  await page.getByRole('button', { name: 'Import Numbers' }).click();
  await expectNoViolations(page, 'import');
  const csv = (text: string) => ({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const choose = dialog(page).getByLabel('List of numbers (.csv)');
  await choose.setInputFiles(csv('PhoneNumber\n"2025550145\n2025550146\n'));
  await expect(dialog(page)).toContainText('1 number can be added.');
  await expect(dialog(page).getByRole('list', { name: 'Errors' })).toHaveText(
    'Line 2: A quotation mark is never closed',
  );
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await choose.setInputFiles(csv('FirstName,RecommendedPhone\nAna,12025550143\nBo,12025550145\n'));
  await dialog(page).getByRole('button', { name: 'Add 2 numbers' }).click();
  await expect(page.getByText('1 number added, 1 was already on the list.')).toBeVisible();
  await expect(page.getByText('3 numbers that your campaigns never call.')).toBeVisible();
});

test('an interrupted import resumes where it stopped', async ({ page }) => {
  await openEmptyList(page, 'launch');
  const numbers = Array.from({ length: 12_000 }, (_, index) => String(2_022_000_000 + index));
  let batches = 0;
  await page.route('**/trpc/suppressions.importBatch*', async (route) => {
    batches += 1;
    await (batches === 2 ? route.abort() : route.continue());
  });
  await page.getByRole('button', { name: 'Import Numbers' }).click();
  await dialog(page)
    .getByLabel('Or paste numbers')
    .evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, numbers.join('\n'));
  await dialog(page).getByRole('button', { name: 'Add 12,000 numbers' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'The numbers could not be added. Please try again.',
  );
  await expect(dialog(page).getByRole('progressbar')).toHaveAttribute(
    'aria-valuetext',
    '5,000 of 12,000 added',
  );
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('12,000 numbers added.')).toBeVisible();
  expect(batches).toBe(4);

  await expect(page.getByText('Page 1 of 480')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(row(page, '+1 (202) 201-0025')).toBeVisible();
  // The list is loaded in pages of 100: this scrolls into the next page and back.
  for (const shown of ['3', '4', '5']) {
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText(`Page ${shown} of 480`)).toBeVisible();
  }
  await expect(row(page, '+1 (202) 201-0124')).toBeVisible();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(row(page, '+1 (202) 201-0099')).toBeVisible();
  await page.getByLabel('Search by digits').fill('2011999');
  await expect(table(page).getByRole('row')).toHaveCount(2);
  await expect(page.getByText('1 number found')).toBeVisible();
});

test('a campaign skips listed numbers, and a do-not-call report adds its number', async ({ page }) => {
  await signInDemo(page);
  const [suppressed, reported, answering] = ['3107', '0007', '3108'];
  await takeOffList(page, [suppressed, reported]);
  await openList(page);
  await page.getByRole('button', { name: 'Add Number' }).click();
  await dialog(page).getByLabel('Phone Number').fill(`202555${suppressed}`);
  await page.keyboard.press('Enter');
  await expect(row(page, `+1 (202) 555-${suppressed}`)).toBeVisible();

  const name = await makeCampaign(page, 'Listed', [suppressed, reported, answering]);
  const path = `/api/campaigns/${encodeURIComponent(name)}`;
  await page.request.post(`${path}/execute/`, { data: {} });
  await expect
    .poll(async () => (await (await page.request.get(`${path}/status/`)).json()) as unknown)
    .toMatchObject({ status: 'Success', total: 2, delivered: 1, failed: 1, pending: 0 });

  const found = (await (await page.request.get(`${path}/`)).json()) as { campaign: CampaignView };
  const { id, skipped } = found.campaign;
  expect(skipped).toEqual([{ reason: 'do not call', count: 1 }]);
  const leftOut = await page.request.get(`${path}/left-out/`);
  expect(await leftOut.text()).toContain(`1202555${suppressed}`);
  const drops = (await (await page.request.get(`/local/carrier/drops?campaign=${id}`)).json()) as {
    to: string;
  }[];
  expect(drops.map(({ to }) => to.slice(-4)).sort()).toEqual([reported, answering]);

  await page.goto('/analytics');
  await page.getByRole('link', { name: 'Do Not Call List' }).click();
  await expect(row(page, `+1 (202) 555-${reported}`)).toContainText(/Carrier report.*Listed/);

  await page.getByRole('button', { name: `Remove +1 (202) 555-${reported}` }).click();
  const question = page.getByRole('dialog', { name: `Remove +1 (202) 555-${reported}?` });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(question.getByText('Please say why this person may be called again')).toBeVisible();
  await expectNoViolations(page, 'remove a reported number');
  await question.getByLabel('Reason').fill('She called us on Monday');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(row(page, `+1 (202) 555-${reported}`)).toBeHidden();
  await takeOffList(page, [suppressed, reported]);
});

test('the profile links to the list', async ({ page }) => {
  await signInDemo(page);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Do Not Call List' }).click();
  await expect(page).toHaveURL('/do-not-call');
  await expect(page).toHaveTitle('Do Not Call List · Hark');
});

test('a person is never called again after one press at a call', async ({ page }) => {
  await signInDemo(page);
  const name = await makeCampaign(page, 'Stop calling', ['0187']);
  await page.goto(`/analytics/details/${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: '+1 (202) 555-0187' }).click();
  await dialog(page).getByRole('button', { name: 'Add to Do Not Call' }).click();
  await expect(page.getByText('+1 (202) 555-0187 will no longer be called.')).toBeVisible();
  await expectNoViolations(page, 'a call whose person is on the do-not-call list');
  await dialog(page).getByRole('link', { name: 'Do Not Call List' }).click();
  await expect(row(page, '+1 (202) 555-0187')).toBeVisible();
  await takeOffList(page, ['0187']);
});
