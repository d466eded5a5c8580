import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expectNoViolationsInBothSchemes } from '#client/e2e/support/axe.ts';
import { signInDemo } from '#client/e2e/support/campaigns.ts';
import { layoutFaults } from '#client/e2e/support/layout.ts';
import { settle } from '#client/e2e/support/screens.ts';
import { expect, test } from '#client/e2e/support/test.ts';
import {
  fillUpTo,
  moveTo,
  openWizard,
  pickDay,
  MESSAGE,
  type WizardPage,
} from '#client/e2e/support/wizard.ts';

/** Numbers of Eastern, Central and Pacific area codes; the first is not to be called. */
const LIST = ['2125550161', '2125550162', '3125550163', '4155550164'];
const DO_NOT_CALL = `1${LIST[0] ?? ''}`;
const check = (page: Page) => page.getByRole('region', { name: 'Who is called' });

test.beforeEach(async ({ page }) => {
  await signInDemo(page);
  const added = await page.request.post('/trpc/suppressions.add', { data: { phone: DO_NOT_CALL } });
  expect([200, 409]).toContain(added.status());
});

/** Opens the schedule step with a list of four. */
async function openSchedule(page: Page, numbers = LIST): Promise<{ wizard: WizardPage; name: string }> {
  const wizard = await openWizard(page);
  const name = await fillUpTo(wizard, 'upload');
  const rows = numbers.map((phone, n) => `${String(n)},Ann,Lee ${String(n)},+1${phone},1${phone},Miami`);
  const buffer = Buffer.from(['id,FirstName,LastName,PhoneNumber,RecommendedPhone,City', ...rows].join('\n'));
  await page.setInputFiles('input[type=file]', { name: 'list.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByText(/^\d contacts?, /)).toBeVisible();
  await wizard.next();
  await wizard.message.fill(MESSAGE);
  await wizard.next();
  await moveTo(wizard, 'schedule', { name });
  await pickDay(page, 1);
  return { wizard, name };
}

for (const width of [1440, 390]) {
  test(`the list is checked before it is paid for, ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const { wizard, name } = await openSchedule(page);
    await expect(check(page).getByText('1 contact left out')).toBeVisible();
    await expect(check(page).getByText('3 of 4 contacts')).toBeVisible();
    await expect(page.getByText('120 credits')).toBeVisible();
    await settle(page);
    await expectSound(page, 'schedule');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      check(page).getByRole('button', { name: 'Download CSV: On your do-not-call list' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain(`2,${DO_NOT_CALL},Ann Lee 0,do not call`);

    await wizard.next();
    await wizard.heading('Campaign Overview');
    await expect(check(page).getByText('1 contact left out')).toBeVisible();
    await expectSound(page, 'review');
    await page.getByRole('button', { name: 'Publish Campaign' }).dblclick();
    await wizard.heading('Your campaign is scheduled');
    await expect(
      page.getByRole('region', { name: 'Left out' }).getByText('1 contact left out'),
    ).toBeVisible();
    await expectSound(page, 'success');
    const path = `/api/campaigns/${encodeURIComponent(name)}/`;
    const { campaign } = (await (await page.request.get(path)).json()) as { campaign: unknown };
    expect(campaign).toMatchObject({ total: 3, held: 120 });
    await page.goto(`/analytics/details/${encodeURIComponent(name)}`);
    const [all] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('region', { name: 'Left out' }).getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(all.suggestedFilename()).toBe(`${name}_left_out.csv`);
    expect(await readFile(await all.path(), 'utf8')).toContain(DO_NOT_CALL);
    await settle(page);
    await expectSound(page, 'details');
    expect((await page.request.delete(`${path}delete/`)).status()).toBe(200);
  });
}

test('a check can be cancelled, fail and be tried again', async ({ page }) => {
  let down = true;
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/campaigns/check-list/', async (route) => {
    await held;
    await (down ? route.fulfill({ status: 503, body: 'busy' }) : route.continue());
  });
  await openSchedule(page);
  await expectSound(page, 'checking');
  await check(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(check(page).getByText('The list was not checked.')).toBeVisible();
  await expectSound(page, 'not checked');
  letGo();
  await check(page).getByRole('button', { name: 'Check the list' }).click();
  await expect(check(page).getByText('The list could not be checked.')).toBeVisible();
  await expectSound(page, 'check failed');
  down = false;
  await check(page).getByRole('button', { name: 'Retry' }).click();
  await expect(check(page).getByText('1 contact left out')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('publishing ends a check under way', async ({ page }) => {
  await page.route('**/api/campaigns/check-list/', () => undefined);
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/campaigns/create/', async (route) => {
    await held;
    await route.continue();
  });
  const { wizard, name } = await openSchedule(page);
  await wizard.next();
  await wizard.heading('Campaign Overview');
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/check-list/'));
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await ended;
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  // It is not one that somebody has cancelled.
  await expect(check(page).getByText('The list was not checked.')).toBeHidden();
  await expect(check(page).getByRole('status')).toBeVisible();
  letGo();
  await wizard.heading('Your campaign is scheduled');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const deleted = await page.request.delete(`/api/campaigns/${encodeURIComponent(name)}/delete/`);
  expect(deleted.status()).toBe(200);
});

test('a list of which nobody can be called says so', async ({ page }) => {
  await openSchedule(page, LIST.slice(0, 1));
  await expect(check(page).getByText('Nobody on this list can be called')).toBeVisible();
  await expectSound(page, 'nobody');
});

test('the plan is shown in their time and in yours, as a chart and as a table', async ({ page }) => {
  const { wizard } = await openSchedule(page);
  await expect(page.getByText('This system does not wait for calling hours')).toBeVisible();
  const chart = page.getByRole('img', { name: /^Contacts that may be called/ });
  await expect(chart).toHaveAccessibleName(/in their time: \w+, \d+ AM to/);
  await page.getByRole('button', { name: 'Your time' }).click();
  await expect(chart).toHaveAccessibleName(/in your time/);
  await page.getByRole('button', { name: /show the numbers/ }).click();
  const table = page.getByRole('table', { name: 'Contacts that may be called, in your time' });
  await expect(table.getByRole('columnheader', { name: 'Expected calls' })).toBeVisible();
  await page.getByRole('button', { name: /^Rules applied/ }).click();
  await expect(page.getByText('Hark applies these rules; this is no legal advice.')).toBeVisible();
  await expectSound(page, 'plan');

  await page.getByLabel('Calls from').selectOption('7:30 PM');
  await expect(table.getByRole('row')).toHaveCount(7);
  await wizard.next();
  await wizard.heading('Campaign Overview');
  await expect(chart).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Calls from')).toHaveValue('19:30');
});

test('a plan that fails can be loaded again', async ({ page }) => {
  let down = true;
  await page.route('**/trpc/campaigns.callingPlan*', (route) =>
    down ? route.fulfill({ status: 400, body: '{}' }) : route.continue(),
  );
  await openSchedule(page);
  await expect(page.getByText('The plan could not be loaded.')).toBeVisible();
  await expectSound(page, 'no plan');
  down = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('img', { name: /^Contacts that may be called/ })).toBeVisible();
});

async function expectSound(page: Page, where: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await expectNoViolationsInBothSchemes(page, where);
  expect(await layoutFaults(page), where).toEqual([]);
}
