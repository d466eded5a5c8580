import type { Locator, Page, Response } from '@playwright/test';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { makeCampaign, sendNow, signInDemo } from '#client/e2e/support/campaigns.ts';
import { settle } from '#client/e2e/support/screens.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const CALLS = ['1001', '1002', '0003'];
const STREAM = '**/trpc/live.progress*';
/** Procedures that screens poll without live progress. */
const POLLED_CALLS = /\/trpc\/[^?]*(campaigns\.list|credits\.balance)/;

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const credits = (page: Page): Locator => page.getByRole('region', { name: 'Credits' });

/** Returns the sidebar's text for the credits on hold: "80 on hold" or "Nothing on hold". */
async function heldText(page: Page): Promise<string> {
  const { held } = (await (await page.request.get('/dropcowboy/credits/')).json()) as { held: number };
  return held === 0 ? 'Nothing on hold' : `${held.toLocaleString('en-US')} on hold`;
}

/** Opens a page and waits for its live stream. */
async function openStreaming(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse(STREAM);
  await page.goto(path);
  await stream;
}

/** The same; polling is blocked from then on. */
async function openLive(page: Page, path: string): Promise<void> {
  await openStreaming(page, path);
  await page.route(POLLED_CALLS, (route) => route.abort());
}

/** Sends the campaign from another client, like an integrator or another device. */
async function sendElsewhere(page: Page, name: string): Promise<void> {
  const response = await page.request.post(`/api/campaigns/${encodeURIComponent(name)}/execute/`);
  expect(response.status()).toBe(202);
}

test.beforeEach(async ({ page }) => {
  await signInDemo(page);
});

test('stats and credits update live and are announced to screen readers', async ({ page }) => {
  const name = await makeCampaign(page, 'Live on the dashboard', CALLS);
  await openLive(page, '/dashboard');
  await expect(row(page, name)).toContainText('3 contacts');
  await expect(credits(page)).toContainText(await heldText(page));
  await sendElsewhere(page, name);
  await expect(row(page, name)).toContainText('2 of 3');
  await expect(row(page, name)).toContainText('Success');
  await expect(
    page.getByRole('status').filter({ hasText: `${name}: Success · 2 of 3 delivered` }),
  ).toHaveCount(1);
  await expect(credits(page)).toContainText(await heldText(page));
});

test('analytics updates live, and a campaign deleted elsewhere disappears', async ({ page }) => {
  const name = await makeCampaign(page, 'Live in analytics', CALLS);
  // Its list is loaded again with each update, in one batch with lists that are polled elsewhere.
  await openStreaming(page, '/analytics');
  await expect(row(page, name)).toContainText('Scheduled');
  await sendElsewhere(page, name);
  await expect(row(page, name)).toContainText('Success');
  const made = row(page, name).getByRole('cell').nth(2);
  await expect(made).toContainText('3');
  const deleted = await page.request.delete(`/api/campaigns/${encodeURIComponent(name)}/delete/`);
  expect(deleted.status()).toBe(200);
  await expect(row(page, name)).toHaveCount(0);
});

test('the details of a campaign that is sending move, with pace, time left and cost', async ({ page }) => {
  const numbers = Array.from({ length: 60 }, (_, n) => String(4_100 + n));
  const name = await makeCampaign(page, 'Under way', numbers, { drops_per_minute: 300 });
  await page.goto(`/analytics/details/${encodeURIComponent(name)}`);
  const card = page.getByRole('region', { name: 'Sending now' });
  await expect(page.getByRole('heading', { name: 'Delivery' })).toBeVisible();
  await expect(card).toHaveCount(0);
  await sendElsewhere(page, name);
  const made = async () => Number.parseInt((await card.getByText(/calls made$/).textContent()) ?? '0');
  for (let times = 0, last = 0; times < 3; times += 1) {
    await expect.poll(made).toBeGreaterThan(last);
    last = await made();
    expect(last).toBeLessThan(60);
  }
  await expect(card).toContainText(/Time left\s*About \d+ seconds/);
  await expect(card).toContainText(/Throughput\s*[1-9]\d* a minute/);
  await expect(card).toContainText(/Cost so far\s*[1-9][\d,]* credits/);
  await page.getByRole('button', { name: 'Last minute: show the numbers' }).click();
  await expect(page.getByRole('table', { name: 'Calls of the last minute' }).getByRole('row')).toHaveCount(
    61,
  );
  await expectNoViolations(page, 'a campaign that is sending');
  await expect(card).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByRole('figure', { name: 'Calls of this campaign' })).toContainText('Delivered60');
  await expect(
    page.getByRole('status').filter({ hasText: `${name}: Success · 60 of 60 delivered` }),
  ).toHaveCount(1);
});

test('a campaign created elsewhere appears', async ({ page }) => {
  const stream = page.waitForResponse(STREAM);
  await page.goto('/dashboard');
  await stream;
  await expect(page.getByRole('table', { name: 'Campaigns' })).toBeVisible();
  const name = await makeCampaign(page, 'Made elsewhere', CALLS);
  await expect(row(page, name)).toContainText('3 contacts');
});

test('without a live stream the screens update by polling', async ({ page }) => {
  await page.route(STREAM, (route) => route.abort());
  const name = await makeCampaign(page, 'Without a line', CALLS);
  const tried = page.waitForEvent('requestfailed', (request) => request.url().includes('live.progress'));
  await page.goto('/dashboard');
  await tried;
  await sendNow(page, row(page, name));
  await expect(row(page, name)).toContainText('2 of 3');
  await expect(page.getByText(`Campaign "${name}" finished: 2 of 3 delivered.`)).toBeVisible();
  await expect(credits(page)).toContainText(await heldText(page));
});

test('a buffered live stream falls back to polling', async ({ page }) => {
  await page.route(STREAM, () => undefined);
  const name = await makeCampaign(page, 'Held up', CALLS);
  const tried = page.waitForRequest(STREAM);
  await page.goto('/dashboard');
  await tried;
  await sendNow(page, row(page, name));
  await expect(row(page, name)).toContainText('2 of 3');
});

test('all pages share one live stream, and pages without the sidebar open none', async ({ page }) => {
  const streams: Response[] = [];
  page.on('response', (response) => {
    if (response.url().includes('live.progress')) streams.push(response);
  });
  const closed: string[] = [];
  page.on('requestfailed', (request) => closed.push(request.url()));
  const stream = page.waitForResponse(STREAM);
  await page.goto('/dashboard');
  await stream;
  for (const [link, url] of [
    ['Help Center', '/help'],
    ['Analytics', '/analytics'],
    ['Start a Campaign', '/campaign'],
  ] as const) {
    expect(closed.filter((closedUrl) => closedUrl.includes('live.progress'))).toEqual([]);
    await page.getByRole('link', { name: link }).first().click();
    await expect(page).toHaveURL(url);
  }
  await expect.poll(() => closed.filter((url) => url.includes('live.progress'))).toHaveLength(1);
  expect(streams).toHaveLength(1);
});

test('a lost live stream reconnects', async ({ page, context }) => {
  const name = await makeCampaign(page, 'Back again', CALLS);
  const first = page.waitForResponse(STREAM);
  await page.goto('/dashboard');
  await first;
  await settle(page);
  await context.setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  const second = page.waitForResponse(STREAM);
  await context.setOffline(false);
  await second;
  await page.route(POLLED_CALLS, (route) => route.abort());
  await sendElsewhere(page, name);
  await expect(row(page, name)).toContainText('2 of 3');
});
