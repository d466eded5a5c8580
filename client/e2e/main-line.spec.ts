import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { sendNow } from './support/campaigns.ts';
import { fixture, MESSAGE, pickDay } from './support/wizard.ts';
import { expect, test } from './support/test.ts';

const CAMPAIGN = 'Nine ways to end';
const CONSENT = { basis: 'written_consent', obtained_at: '2025-01-15', source: 'Sign-up form' };
/** Outcomes of the nine numbers in contacts-outcomes.csv, in its order. */
const OUTCOMES = [
  'success',
  'No voicemail detected',
  'Mailbox full',
  'Unreachable',
  'No answer',
  'Busy',
  'Do not call',
  'No report',
  'success',
];

// With the animations of dialogs, steps and toasts, which the other tests do without.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a new user pays a plan, uploads a voice and contacts, sends, and pays for what was delivered', async ({
  page,
  hark,
}) => {
  test.setTimeout(240_000);
  const email = `line-${String(Date.now())}@example.com`;
  await test.step('register', () => register(page, email));
  await test.step('pay Launch with 4242…: 20,000 credits appear', () => payLaunch(page));
  await test.step('upload a voice', () => uploadVoice(page));
  await test.step('a list of 1,000 is refused with the exact shortfall', () => refuseThousand(page));
  await test.step('publish nine: 450 credits on hold', () => publishNine(page));
  await test.step('Send Now: two delivered, the rest released', () => sendNine(page));
  await test.step('each number has its expected outcome', () => seeOutcomes(page));
  await test.step('support replays the same balance while the server runs', () =>
    replayAgrees(email, hark.dataDir));
});

const credits = (page: Page) => page.getByRole('region', { name: 'Credits' });

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/auth/signup');
  await page.getByLabel('Full name').fill('zoë martínez');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a good long password');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('Registration Successful!')).toBeVisible();
  await page.getByText('Go to Login').click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('dialog', { name: 'Subscription Required' }).getByText('Get Subscription').click();
}

async function payLaunch(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();
  await page.getByRole('radio', { name: /Launch/ }).click();
  await page
    .getByRole('button', { name: 'Get Started' })
    .or(page.getByRole('link', { name: 'Get Started' }))
    .click();
  await page.getByLabel('Phone').fill('+1 202 555 0100');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiration date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Address line 1').fill('12 High St');
  await page.getByLabel('City').fill('Austin');
  await page.getByLabel('ZIP').fill('78701');
  await page.getByRole('button', { name: 'Complete Payment' }).click();
  await page.getByRole('dialog', { name: 'Payment Successful!' }).getByText('Back to Billing').click();
  await expect(page.getByRole('heading', { name: 'Subscription Management' })).toBeVisible();
  await expect(credits(page)).toContainText('20,000');
}

async function uploadVoice(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('dialog', { name: "Let's Get Started!" }).getByText('Upload My Voice').click();
  await expect(page).toHaveURL(/\/my-voice$/);
  await page.getByRole('button', { name: 'Add New Voice Sample' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a new voice' });
  await dialog.getByLabel('Name').fill('Zoë, calm');
  await dialog.locator('input[type=file]').setInputFiles('client/e2e/fixtures/voice.mp3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Voice uploaded successfully!')).toBeVisible();
  await expect(page.getByText('3 of 4 uploads remaining')).toBeVisible();
}

/** From the dashboard to the wizard's upload step with a chosen list. */
async function chooseList(page: Page, file: string, count: string): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Start a Campaign' }).first().click();
  await page.getByRole('button', { name: "Let's Start" }).click();
  await page.getByLabel('Campaign Name').fill(CAMPAIGN);
  await page.getByLabel('Campaign Description').fill('One of each');
  await next(page);
  await page.setInputFiles('input[type=file]', fixture(file));
  await expect(page.getByText(`${count} contacts, `)).toBeVisible();
  await page.getByLabel('Obtained on').fill(CONSENT.obtained_at);
  await page.getByLabel('Where it was obtained').fill(CONSENT.source);
  await page.getByRole('radio', { name: /^Written consent/ }).check();
  await next(page);
  await page.getByRole('textbox', { name: 'Message' }).fill(MESSAGE);
  await sayWhoCalls(page);
  await next(page);
  await page.getByRole('radio', { name: /Zoë, calm/ }).click();
  await next(page);
  await pickDay(page, 1);
  await next(page);
  await expect(page.getByRole('heading', { name: 'Campaign Overview' })).toBeVisible();
}

/** Completes the profile in the message check, the first time. */
async function sayWhoCalls(page: Page): Promise<void> {
  const check = page.getByRole('region', { name: 'Message check' });
  await expect(check).toBeVisible();
  const fields = { 'Business name': 'Maple', 'Number to call back': '800-555-0142' };
  for (const [label, value] of Object.entries(fields)) {
    const field = check.getByLabel(label, { exact: true });
    if ((await field.count()) === 0) continue;
    await field.fill(value);
    await check.getByRole('button', { name: `Save ${label}` }).click();
    await expect(field).toHaveCount(0);
  }
  await expect(check.getByRole('status')).toHaveText('Ready to send');
}

const next = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click();
const publish = (page: Page) => page.getByRole('button', { name: 'Publish Campaign' }).click();

async function refuseThousand(page: Page): Promise<void> {
  await chooseList(page, 'contacts-1k.csv', '1,000');
  await expect(
    page.getByText('Not enough credits: 59,000 needed, 20,000 available, 39,000 short.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Send to the first 400' }).click();
  await expect(page.getByText('Only the first 400 are called.')).toBeVisible();
  await expect(page.getByText('Beyond the number that you send to: 600')).toBeVisible();
  await expect(page.getByText('On hold until it is sent20,000 credits')).toBeVisible();
  await page.getByRole('button', { name: 'Send to All' }).click();
  // The screen shows the shortfall and disables the button; the server checks again.
  const voices = (await (await page.request.get('/users/user-info/')).json()) as {
    voice_ids: { vid: string }[];
  };
  const response = await page.request.post('/api/campaigns/create/', {
    multipart: {
      campaign_name: CAMPAIGN,
      message: MESSAGE,
      consent: JSON.stringify(CONSENT),
      voice_id: voices.voice_ids[0]?.vid ?? '',
      csv_file: {
        name: 'contacts.csv',
        mimeType: 'text/csv',
        buffer: await readFile(fixture('contacts-1k.csv')),
      },
    },
  });
  expect(response.status()).toBe(402);
  expect(await response.json()).toMatchObject({
    success: false,
    error: 'Insufficient credits: 59,000 needed, 20,000 available',
  });
  expect(await (await page.request.get('/dropcowboy/credits/')).json()).toEqual({ balance: 20_000, held: 0 });
  await page
    .getByRole('button', { name: /close|exit/i })
    .first()
    .click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Yes' })
    .click();
}

async function publishNine(page: Page): Promise<void> {
  await chooseList(page, 'contacts-outcomes.csv', '9');
  await publish(page);
  await page
    .getByRole('link', { name: 'Done' })
    .or(page.getByRole('button', { name: 'Done' }))
    .click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(credits(page)).toContainText('19,550');
  await expect(credits(page)).toContainText('450 on hold');
}

async function sendNine(page: Page): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: CAMPAIGN });
  await sendNow(page, row);
  await expect(row).toContainText('Sending');
  // The eighth number is accepted and never reported: Hark stops waiting after 20 s.
  const finished = `Campaign "${CAMPAIGN}" finished: 2 of 9 delivered. Your current balance: 19,900`;
  await expect(page.getByText(finished)).toBeVisible({ timeout: 60_000 });
  await expect(row).toContainText('Success');
  await expect(credits(page)).toContainText('19,900');
  expect(await (await page.request.get('/dropcowboy/credits/')).json()).toEqual({ balance: 19_900, held: 0 });
}

async function seeOutcomes(page: Page): Promise<void> {
  await page
    .getByRole('row')
    .filter({ hasText: CAMPAIGN })
    .getByRole('link', { name: 'View analytics' })
    .click();
  await expect(page).toHaveURL(`/analytics/details/${encodeURIComponent(CAMPAIGN)}`);
  const details = page.getByRole('region', { name: 'Call Details' });
  const rows = details.getByRole('table').getByRole('row').filter({ hasText: '+1 (202) 555-' });
  for (const [at, outcome] of OUTCOMES.entries()) {
    if (at === 5) await details.getByRole('button', { name: 'Next page' }).click();
    await expect(rows.filter({ hasText: `555-000${String(at + 1)}` })).toContainText(outcome);
  }
}

async function replayAgrees(email: string, dataDir: string): Promise<void> {
  const credits = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['dist/server/commands/credits.js', ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
    });
  const { events, balance } = JSON.parse((await credits('replay', email, '--json')).stdout) as {
    events: { type: string; credits: number; calls: number | null }[];
    balance: { available: number; held: number };
  };
  expect(balance).toMatchObject({ available: 19_900, held: 0 });
  // Delivered calls may be settled together or separately.
  const calls = (type: string) =>
    events.filter((event) => event.type === type).reduce((sum, event) => sum + (event.calls ?? 0), 0);
  expect({ hold: calls('hold'), deduct: calls('deduct'), release: calls('release') }).toEqual({
    hold: 9,
    deduct: 2,
    release: 7,
  });
  // Exits with 1 on any difference, which makes this call fail.
  await credits('audit', email);
}
