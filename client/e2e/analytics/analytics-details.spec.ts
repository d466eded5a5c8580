import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { makeCampaign, signInDemo } from '#client/e2e/support/campaigns.ts';
import { settle } from '#client/e2e/support/screens.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const DELIVERED = ['2001', '2002', '2003', '2004', '2005', '2006', '2007', '2008', '2009', '2010', '2011'];
const FULL = '0003';
const TITLE = 'a/b 100% "off" & #1? 🎉 %2F';

test.beforeEach(async ({ page }) => {
  await signInDemo(page);
});

const table = (page: Page): Locator => page.getByRole('table', { name: 'Call Details' });
const calls = (page: Page): Locator => table(page).locator('tbody').getByRole('row');
const rowsText = (page: Page): Locator => page.locator('[data-rows]');
const numberOf = (digits: string) => `+1 (202) 555-${digits}`;

/** Makes a campaign with a name that every address must carry, and sends it. Opens its details. */
async function openSent(page: Page): Promise<string> {
  const name = await makeCampaign(page, TITLE, [...DELIVERED, FULL]);
  const path = `/api/campaigns/${encodeURIComponent(name)}`;
  await page.request.post(`${path}/execute/`, { data: {} });
  await expect
    .poll(async () => (await (await page.request.get(`${path}/status/`)).json()) as unknown)
    .toMatchObject({ delivered: DELIVERED.length, failed: 1, pending: 0 });
  await page.goto(`/analytics/details/${encodeURIComponent(name)}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return name;
}

test('calls are paged, sorted, filtered and searched, and the address holds it all', async ({ page }) => {
  const name = await openSent(page);

  await expect(page.getByText(/^Started \w{3}, \w{3} \d+, \d+:\d\d [AP]M\.$/)).toBeVisible();

  // The first view: five rows in the order of the list.
  await expect(calls(page)).toHaveCount(5);
  await expect(calls(page).first()).toContainText(numberOf('2001'));
  await expect(rowsText(page)).toHaveText('Rows 1–5 of 12');

  await page.getByRole('textbox', { name: 'Go to page' }).fill('3');
  await page.keyboard.press('Enter');
  await expect(rowsText(page)).toHaveText('Rows 11–12 of 12');
  await expect(calls(page)).toHaveCount(2);
  await page
    .getByRole('region', { name: 'Call Details' })
    .getByRole('button', { name: 'Previous page' })
    .click();
  await expect(rowsText(page)).toHaveText('Rows 6–10 of 12');
  await page.reload();
  await expect(rowsText(page)).toHaveText('Rows 6–10 of 12');
  await expect(calls(page).first()).toContainText(numberOf('2006'));
  await page.goBack();
  await expect(rowsText(page)).toHaveText('Rows 11–12 of 12');

  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25 rows');
  await expect(calls(page)).toHaveCount(12);

  const phone = table(page).getByRole('columnheader', { name: 'Phone Number' });
  await phone.getByRole('button').click();
  await expect(phone).toHaveAttribute('aria-sort', 'ascending');
  await expect(calls(page).first()).toContainText(numberOf(FULL));
  await phone.getByRole('button').click();
  await expect(phone).toHaveAttribute('aria-sort', 'descending');
  await expect(calls(page).first()).toContainText(numberOf('2011'));
  await page.reload();
  await expect(calls(page).first()).toContainText(numberOf('2011'));

  await page.getByRole('combobox', { name: 'Reason' }).selectOption('Mailbox full');
  await expect(calls(page)).toHaveCount(1);
  await expect(rowsText(page)).toHaveText('Rows 1–1 of 1');
  await expect(page).toHaveURL(/reason=4002/);
  await page.goBack();
  await expect(calls(page)).toHaveCount(12);
  await page.goForward();
  await expect(calls(page)).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export these' }).click();
  const exported = await readFile(await (await download).path(), 'utf8');
  expect(exported.trim().split('\r\n').slice(1)).toEqual([expect.stringContaining('Mailbox full')]);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(calls(page)).toHaveCount(12);

  const search = page.getByRole('searchbox', { name: 'Search by name or number' });
  await search.fill('(202) 555-201');
  await expect(calls(page)).toHaveCount(2);
  await search.fill('ana number 2007');
  await expect(calls(page)).toHaveCount(1);
  await expect(calls(page).first()).toContainText(numberOf('2007'));
  await search.fill('100% "x" & <b> .* 🎉');
  await expect(page.getByText('No calls match')).toBeVisible();
  await page.reload();
  await expect(search).toHaveValue('100% "x" & <b> .* 🎉');
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(calls(page)).toHaveCount(12);
  await expect(search).toHaveValue('');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('a row opens its call, by keyboard too, and the address holds it', async ({ page }) => {
  await openSent(page);
  const link = table(page).getByRole('link', { name: numberOf('2002') });
  await link.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Ana Number 2002' });
  await expect(dialog).toContainText('First sending');
  await expect(dialog).toContainText('Hi Ana');
  await expect(dialog).toContainText('credits');
  await expect(page).toHaveURL(/call=2$/);
  await expectNoViolations(page, 'call');
  await page.reload();
  await expect(dialog).toContainText('Hi Ana');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/call=/);

  const steps = await page.evaluate(() => window.history.length);
  for (const close of ['Escape', 'button', 'back'] as const) {
    await link.click();
    await expect(dialog).toBeVisible();
    if (close === 'Escape') await page.keyboard.press('Escape');
    else if (close === 'back') await page.goBack();
    else await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/call=/);
    await expect(link).toBeFocused();
  }
  // However it was closed, no step of the history is left that shows the same page again.
  expect(await page.evaluate(() => window.history.length)).toBe(steps);

  await table(page)
    .getByRole('link', { name: numberOf('2003') })
    .click();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test(
  'an address with unknown values shows the first view, a call that is gone says so',
  { tag: '@long' },
  async ({ page }) => {
    await openSent(page);
    const { pathname } = new URL(page.url());
    await page.goto(`${pathname}?page=-1&size=7&sort=colour&status=%E0%A4%A&reason=none&call=x`);
    await expect(rowsText(page)).toHaveText('Rows 1–5 of 12');
    await page.goto(`${pathname}?page=999999`);
    await expect(rowsText(page)).toHaveText('Rows 11–12 of 12');
    await page.goto(`${pathname}?call=4711`);
    await expect(page.getByRole('dialog')).toContainText('There is no such call');
  },
);

test('calls are filtered and sorted on a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSent(page);
  await page.getByRole('combobox', { name: 'Order' }).selectOption('By number');
  await expect(calls(page).first()).toContainText(numberOf(FULL));
  await page.getByRole('combobox', { name: 'Status' }).selectOption('failed');
  await expect(calls(page)).toHaveCount(1);
  await settle(page);
  await expectNoViolations(page, 'details');
  await calls(page).first().click();
  await expect(page.getByRole('dialog')).toContainText('Mailbox full');
});
