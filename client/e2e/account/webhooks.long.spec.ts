import { once } from 'node:events';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { registerUser } from '#client/e2e/support/billing.ts';
import { mailTo } from '#client/e2e/support/outbox.ts';
import { forgetAuthentication } from '#client/e2e/support/sessions.ts';
import { expect, test } from '#client/e2e/support/test.ts';
import { switchWebhooksOff } from '#client/e2e/support/webhooks.ts';

const PASSWORD = 'a good long password';

const card = (page: Page) => page.getByRole('region', { name: 'Webhooks', exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

interface Received {
  signature: string;
  body: string;
}

/** A program of an integrator: keeps what it is sent, and answers as the test sets. */
async function startReceiver() {
  const received: Received[] = [];
  const answer = { status: 200, body: 'thanks' };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ signature: String(request.headers['hark-signature']), body });
      response.writeHead(answer.status).end(answer.body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hark`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, received, answer, stop };
}

/** Whether one of the signatures is of this secret. */
function isSignedWith(secret: string, { signature, body }: Received): boolean {
  const time = /t=(\d+)/.exec(signature)?.[1] ?? '';
  const own = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return signature.includes(`v1=${own}`);
}

async function addWebhook(page: Page, url: string): Promise<string> {
  await card(page).getByRole('button', { name: 'Add Webhook' }).click();
  await dialog(page).getByLabel('URL').fill(url);
  await dialog(page).getByLabel('Description').fill('Our CRM');
  await dialog(page)
    .getByRole('checkbox', { name: /suppression\.added/ })
    .uncheck();
  await dialog(page).getByRole('button', { name: 'Add Webhook' }).click();
  await expect(dialog(page).getByText('It is not shown again.')).toBeVisible();
  const secret = await dialog(page).getByLabel('Signing secret').inputValue();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  return secret;
}

async function chooseAction(page: Page, name: string): Promise<void> {
  await card(page)
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name }).click();
}

test('a webhook is added, tested, read in its log, rolled and deleted', async ({ page }) => {
  const receiver = await startReceiver();
  await registerUser(page, 'webhooks');
  await page.goto('/profile/developers');
  await expect(card(page).getByText('No webhooks yet')).toBeVisible();
  await expect(card(page).getByRole('link', { name: 'API documentation' })).toHaveAttribute('href', '/docs');

  await card(page).getByRole('button', { name: 'Add Webhook' }).click();
  await dialog(page).getByRole('button', { name: 'Add Webhook' }).click();
  await expect(dialog(page).getByText('A URL is required')).toBeVisible();
  await dialog(page).getByLabel('URL').fill('https://10.0.0.7/hark');
  await dialog(page).getByRole('button', { name: 'Add Webhook' }).click();
  await expect(dialog(page).getByText('It must be on a public address')).toBeVisible();
  await expectNoViolations(page, 'add a webhook');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  const secret = await addWebhook(page, receiver.url);
  const entry = card(page).getByRole('group', { name: receiver.url });
  await expect(entry).toContainText('Our CRM');
  await expect(entry).toContainText('Nothing delivered yet');
  await expect(entry).not.toContainText('suppression.added');

  await entry.getByRole('button', { name: /^Send a test event/ }).click();
  await expect(entry.getByText(/^The test event was accepted: HTTP 200/)).toBeVisible({ timeout: 20_000 });
  expect(receiver.received).toHaveLength(1);
  expect(receiver.received.every((one) => isSignedWith(secret, one))).toBe(true);
  await expectNoViolations(page, 'a tested webhook');

  receiver.answer.status = 500;
  receiver.answer.body = 'out of order';
  await entry.getByRole('button', { name: /^Send a test event/ }).click();
  await expect(entry.getByText('The test event was not accepted')).toBeVisible({ timeout: 20_000 });

  await entry.getByRole('button', { name: /^Deliveries/ }).click();
  const rows = dialog(page).getByRole('listitem');
  await expect(rows.getByRole('button', { name: /webhook\.test/ })).toHaveCount(2);
  await dialog(page).getByLabel('Status').selectOption('Delivered');
  await expect(dialog(page).getByRole('button', { name: /webhook\.test/ })).toHaveCount(1);
  await dialog(page).getByLabel('Status').selectOption('Waiting');
  await dialog(page)
    .getByRole('button', { name: /Waiting webhook\.test.* 500 / })
    .click();
  await expect(dialog(page).getByLabel('Request body')).toContainText('"type": "webhook.test"');
  await expect(dialog(page).getByLabel('Response')).toContainText('out of order');
  await expectNoViolations(page, 'the deliveries of a webhook');
  receiver.answer.status = 200;
  await dialog(page).getByRole('button', { name: 'Send Again' }).click();
  await expect(dialog(page).getByText('No such delivery')).toBeVisible({ timeout: 20_000 });
  const ids = receiver.received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
  expect(new Set(ids)).toHaveProperty('size', 2);
  await dialog(page).getByRole('button', { name: 'Close' }).click();

  await chooseAction(page, 'Roll secret');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Roll Secret' }).click();
  await expect(dialog(page).getByText(/The earlier one also signs until/)).toBeVisible();
  const rolled = await dialog(page).getByLabel('Signing secret').inputValue();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(entry).toContainText('The earlier secret also signs until');
  const before = receiver.received.length;
  await entry.getByRole('button', { name: /^Send a test event/ }).click();
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(before);
  const last = receiver.received.at(-1);
  expect(last && [secret, rolled].map((one) => isSignedWith(one, last))).toEqual([true, true]);

  await chooseAction(page, 'Change');
  await expect(dialog(page).getByLabel('URL')).toHaveValue(receiver.url);
  await dialog(page).getByLabel('Description').fill('Our shop');
  await dialog(page).getByRole('button', { name: 'Save Webhook' }).click();
  await expect(entry).toContainText('Our shop');
  await chooseAction(page, 'Turn off');
  await expect(entry.getByText('Off', { exact: true })).toBeVisible();
  await chooseAction(page, 'Turn on');
  await expect(entry.getByText('On', { exact: true })).toBeVisible();

  await chooseAction(page, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(card(page).getByText('No webhooks yet')).toBeVisible();
  receiver.stop();
});

test('an endpoint that was switched off after failures says so, on a phone too', async ({ page, hark }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await registerUser(page, 'webhook-off');
  await page.goto('/profile/developers');
  await addWebhook(page, 'http://127.0.0.1:4999/hark?source=a-long-parameter-that-does-not-fit-in-one-line');
  await switchWebhooksOff(hark);
  await page.reload();
  const entry = card(page).getByRole('group');
  await expect(entry.getByText('Off after failures')).toBeVisible();
  await expect(entry.getByText(/Every delivery failed for three days/)).toBeVisible();
  await expectNoViolations(page, 'a webhook that is off');
  await card(page)
    .getByRole('button', { name: /^Deliveries/ })
    .click();
  await expect(dialog(page).getByText('Nothing sent yet')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  await entry.getByRole('button', { name: 'Turn On' }).click();
  await expect(entry.getByText('On', { exact: true })).toBeVisible();
});

test('a webhook of an older session asks who it is, is mailed, and stands beside the devices', async ({
  page,
  hark,
}) => {
  const receiver = await startReceiver();
  const email = await registerUser(page, 'webhooks-proof');
  await page.goto('/profile/security');
  const devices = page.getByRole('region', { name: 'Devices' });
  await expect(devices.getByText('This device')).toBeVisible();
  await expect(devices.getByText('Webhooks stay on')).toBeHidden();
  await page.getByRole('link', { name: 'Developers' }).click();
  await forgetAuthentication(hark);
  await card(page).getByRole('button', { name: 'Add Webhook' }).click();
  const form = page.getByRole('dialog', { name: 'Add a webhook' });
  await form.getByLabel('URL').fill(receiver.url);
  await form.getByRole('button', { name: 'Add Webhook' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirm.getByLabel('Your password').fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'Done' }).click();

  const mail = await mailTo(page.request, email, 'A new webhook endpoint for your Hark account');
  await page.getByRole('link', { name: 'Security' }).click();
  expect(mail.text).toContain('a new password does not end it');
  const stays = devices.getByRole('region', { name: 'Webhooks stay on' });
  await expect(stays.getByRole('listitem')).toHaveCount(1);
  await expect(stays).toContainText(new URL(receiver.url).host);
  await expectNoViolations(page, 'webhooks beside the devices');
  await stays.getByRole('link', { name: 'Developers' }).click();
  await expect(card(page)).toBeInViewport();
  receiver.stop();
});
