import { createHmac } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { expectNoViolationsInBothSchemes } from '#client/e2e/support/axe.ts';
import { registerUser } from '#client/e2e/support/billing.ts';
import { layoutFaults } from '#client/e2e/support/layout.ts';
import { forgetAuthentication } from '#client/e2e/support/sessions.ts';
import { expect, test } from '#client/e2e/support/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const PASSWORD = 'a good long password';
const card = (page: Page) => page.getByRole('region', { name: 'Opting out' });
const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, phone: string) =>
  page.getByRole('table', { name: 'Do Not Call List' }).getByRole('row').filter({ hasText: phone });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** A signed-in user with a business name, on /do-not-call. */
async function openList(page: Page): Promise<void> {
  const email = await registerUser(page, 'opt-outs');
  const signedIn = await page.request.post('/login/', { data: { email, password: PASSWORD } });
  const { user_data: user } = (await signedIn.json()) as { user_data: { uid: string } };
  const named = { company_name: 'Café <Ortiz> & Sons' };
  expect((await page.request.put(`/users/${user.uid}/`, { data: named })).status()).toBe(200);
  await page.goto('/do-not-call');
  await expect(card(page)).toBeVisible();
}

/** Expects no faults of layout or accessibility at both widths, in both colour schemes. */
async function examine(page: Page, where: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoViolationsInBothSchemes(page, `${where}, ${String(width)} px`);
    await expect.poll(() => layoutFaults(page), { message: where }).toEqual([]);
  }
}

/** A page of somebody who is not signed in. */
async function openAsVisitor(browser: Browser, url: string, javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled, reducedMotion: 'reduce' });
  const page = await context.newPage();
  expect((await page.goto(url))?.status()).toBe(200);
  return page;
}

const stop = async (page: Page, phone: string) => {
  await page.getByLabel('Phone number').fill(phone);
  await page.getByRole('button', { name: 'Stop Voicemails' }).click();
};

test('a person stops voicemails on the page of a business, also without scripts', async ({
  page,
  browser,
}) => {
  await openList(page);
  await card(page).getByRole('button', { name: 'Copy Link' }).click();
  await expect(card(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  const url = await copied(page);
  expect(await card(page).getByRole('link', { name: '/stop/' }).getAttribute('href')).toBe(url);

  const visitor = await openAsVisitor(browser, url, true);
  await expect(
    visitor.getByRole('heading', { level: 1, name: 'Stop voicemails from Café <Ortiz> & Sons' }),
  ).toBeVisible();
  await examine(visitor, 'the form');
  await stop(visitor, '555-0143');
  await expect(visitor).toHaveTitle(/^Error: /);
  const field = visitor.getByRole('textbox', { name: 'Phone number' });
  await expect(field).toHaveAccessibleDescription(/^This is not a US or Canadian phone number/);
  await expect(field).toHaveValue('555-0143');
  await examine(visitor, 'a wrong number');
  await stop(visitor, '(202) 555-0143');
  const stopped = '+1 (202) 555-0143 is now on the do-not-call list of Café <Ortiz> & Sons.';
  await expect(visitor.getByText(stopped)).toBeVisible();
  await examine(visitor, 'a stored number');
  await visitor.context().close();

  const plain = await openAsVisitor(browser, url, false);
  await stop(plain, '911');
  await expect(plain.getByText('This is not a US or Canadian phone number')).toBeVisible();
  await stop(plain, '202.555.0144');
  await expect(plain.getByText('+1 (202) 555-0144 is now on the do-not-call list')).toBeVisible();
  await plain.getByRole('link', { name: 'Enter another number' }).click();
  await expect(plain.getByLabel('Phone number')).toHaveValue('');
  expect((await plain.goto(`${url}x`))?.status()).toBe(404);
  await expect(plain.getByRole('heading', { level: 1 })).toBeVisible();
  await plain.context().close();

  await page.reload();
  for (const phone of ['+1 (202) 555-0143', '+1 (202) 555-0144'])
    await expect(row(page, phone)).toContainText('Stop page');
});

test(
  'the webhook of the number to call back is created, used, renewed and removed',
  { tag: '@long' },
  async ({ page, hark }) => {
    await openList(page);
    await examine(page, 'no webhook');
    await forgetAuthentication(hark);
    await card(page).getByRole('button', { name: 'Create Webhook' }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await confirm.getByLabel('Your password').fill(PASSWORD);
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog(page).getByText('Copy the secret now. It is not shown again.')).toBeVisible();
    const first = await dialog(page).getByLabel('Secret').inputValue();
    await dialog(page).getByRole('button', { name: 'Copy Secret' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await copied(page)).toBe(first);
    await examine(page, 'a new secret');
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(dialog(page)).toBeHidden();

    await card(page).getByRole('button', { name: 'Copy Address' }).click();
    await expect(card(page).getByRole('button', { name: 'Copied' })).toBeVisible();
    const url = await copied(page);
    expect(await report(url, first, '2025550145')).toBe(200);
    await page.reload();
    await expect(row(page, '+1 (202) 555-0145')).toContainText('Inbound call');
    await expect(card(page)).toContainText(url);
    await expect(page.getByText(first)).toBeHidden();
    await examine(page, 'a webhook');

    await card(page).getByRole('button', { name: 'Renew Secret' }).click();
    const renewal = page.getByRole('alertdialog', { name: 'Renew the secret?' });
    await examine(page, 'renew');
    await renewal.getByRole('button', { name: 'Renew' }).click();
    const second = await dialog(page).getByLabel('Secret').inputValue();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    expect(await report(url, first, '2025550146')).toBe(401);
    expect(await report(url, second, '2025550146')).toBe(200);

    await card(page).getByRole('button', { name: 'Remove' }).click();
    const removal = page.getByRole('alertdialog', { name: 'Remove the webhook?' });
    await removal.getByRole('button', { name: 'Keep' }).click();
    await expect(card(page)).toContainText(url);
    await card(page).getByRole('button', { name: 'Remove' }).click();
    await removal.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('The webhook was removed.')).toBeVisible();
    await expect(card(page).getByRole('button', { name: 'Create Webhook' })).toBeVisible();
    expect(await report(url, second, '2025550147')).toBe(401);
  },
);

/** Reports a number as the documentation describes; returns the status. */
async function report(url: string, secret: string, phone: string): Promise<number> {
  const body = JSON.stringify({ phone });
  const t = String(Math.floor(Date.now() / 1000));
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  const headers = { 'Hark-Signature': `t=${t},v1=${v1}` };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}
