import type { Page } from '@playwright/test';
import { DAY_MS } from '#shared/time-units.ts';
import { FULL } from '#server/testing/full.ts';
import { adjustCredits } from '#client/e2e/support/credits.ts';
import { sendNow, signInDemo, DEMO } from '#client/e2e/support/campaigns.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const CONTACTS = FULL ? 100_000 : 2_500;
/** Of 25 contacts, one has a full mailbox and one is busy. */
const EACH = 25;
const FULL_MAILBOXES = CONTACTS / EACH;
const AREA_CODES = ['202', '212', '303', '404', '512', '617', '702', '713', '718', '801'];
/** Exchanges that end in 11 are service codes. */
const EXCHANGES = Array.from({ length: 800 }, (_, n) => String(200 + n)).filter(
  (code) => !code.endsWith('11'),
);

test(`in a campaign of ${CONTACTS.toLocaleString('en-US')} contacts, three clicks lead to a retry of one reason`, async ({
  page,
  hark,
}, info) => {
  test.setTimeout(FULL ? 1_800_000 : 240_000);
  await signInDemo(page);
  await adjustCredits(hark, DEMO.email, 10_000_000, 'A big list');
  const name = await sentCampaign(page);

  const outcomes = page.getByRole('list', { name: 'Failed calls by reason' });
  const begun = performance.now();
  await page.goto('/dashboard');
  await page.getByRole('row').filter({ hasText: name }).getByRole('link', { name: 'View analytics' }).click();
  await expect(outcomes).toBeVisible();
  const shown = performance.now();
  await outcomes.getByRole('button', { name: /Mailbox full/ }).click();
  await page.getByRole('button', { name: /Retry only “Mailbox full”/ }).click();
  const dialog = page.getByRole('dialog');
  const count = FULL_MAILBOXES.toLocaleString('en-US');
  await expect(
    dialog.getByRole('heading', { name: new RegExp(`^Retry ${count} failed calls for `) }),
  ).toBeVisible();
  const asked = performance.now();
  const response = page.waitForResponse('**/trpc/campaigns.retry?*');
  await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
  expect((await response).status()).toBe(200);
  await expect(dialog).toBeHidden();
  const retried = performance.now();
  const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1);
  info.annotations.push({
    type: 'measurements',
    description: `analytics ${seconds(begun, shown)} s, price ${seconds(shown, asked)} s, retry ${seconds(asked, retried)} s`,
  });
  await expect
    .poll(() => statsOf(page, name), { timeout: FULL ? 900_000 : 120_000 })
    .toMatchObject({ status: 'Success' });
});

/** A campaign whose calls have all ended. */
async function sentCampaign(page: Page): Promise<string> {
  const campaign_name = `Large ${String(Date.now())}`;
  const user = (await (await page.request.get('/users/user-info/')).json()) as {
    voice_ids: { vid: string }[];
  };
  const contacts = Array.from({ length: CONTACTS }, (_, index) => contactOf(index));
  const data = { campaign_name, message: 'Hi {first_name}', voice_id: user.voice_ids[0]?.vid, contacts };
  const drop_date = new Date(Date.now() + DAY_MS).toISOString();
  const response = await page.request.post('/api/campaigns/create/', {
    data: { ...data, drop_date },
    timeout: 0,
  });
  expect(response.status(), await response.text()).toBe(201);
  await page.goto('/dashboard');
  await sendNow(page, page.getByRole('row').filter({ hasText: campaign_name }));
  await expect
    .poll(() => statsOf(page, campaign_name), { timeout: FULL ? 900_000 : 120_000 })
    .toMatchObject({ status: 'Success', failed: 2 * FULL_MAILBOXES });
  return campaign_name;
}

async function statsOf(page: Page, name: string): Promise<unknown> {
  return (await page.request.get(`/api/campaigns/${encodeURIComponent(name)}/status/`)).json();
}

function contactOf(index: number) {
  const group = Math.floor(index / EACH);
  const place = index % EACH;
  const area = AREA_CODES[group % AREA_CODES.length] ?? '';
  const exchange = EXCHANGES[Math.floor(group / AREA_CODES.length)] ?? '';
  const line = ['0003', '0006'][place] ?? String(1_000 + place);
  const phone = `1${area}${exchange}${line}`;
  const id = String(index + 1);
  return {
    id,
    first_name: 'Ana',
    last_name: `Number ${id}`,
    phone_number: `+${phone}`,
    recommended_phone: phone,
  };
}
