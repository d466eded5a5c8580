import type { Locator, Page, Response } from '@playwright/test';
import { makeCampaign, signInDemo } from './support/campaigns.ts';
import { settle } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const CALLS = ['1001', '1002', '0003'];
const LINE = '**/trpc/live.progress*';
/** What screens ask for where figures do not come by themselves. */
const FIGURES = /\/trpc\/[^?]*(campaigns\.list|credits\.balance|analytics\.campaigns)/;

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const credits = (page: Page): Locator => page.getByRole('region', { name: 'Credits' });

/** What is on hold now, as the sidebar writes it: "80 on hold" or "Nothing on hold". */
async function heldText(page: Page): Promise<string> {
  const { held } = (await (await page.request.get('/dropcowboy/credits/')).json()) as { held: number };
  return held === 0 ? 'Nothing on hold' : `${held.toLocaleString('en-US')} on hold`;
}

/** Opens a page whose line is open; from then on it gets no figures by asking. */
async function openLive(page: Page, path: string): Promise<void> {
  const line = page.waitForResponse(LINE);
  await page.goto(path);
  await line;
  await page.route(FIGURES, (route) => route.abort());
}

/** Has the campaign sent by somebody else: an integrator, or another device. */
async function sendElsewhere(page: Page, name: string): Promise<void> {
  const answer = await page.request.post(`/api/campaigns/${encodeURIComponent(name)}/execute/`);
  expect(answer.status()).toBe(202);
}

test.beforeEach(async ({ page }) => {
  await signInDemo(page);
});

test('figures and credits move by themselves, and are told to screen readers', async ({ page }) => {
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

test('analytics moves by itself, and a campaign that was deleted elsewhere goes', async ({ page }) => {
  const name = await makeCampaign(page, 'Live in analytics', CALLS);
  await openLive(page, '/analytics');
  await expect(row(page, name)).toContainText('Scheduled');
  await sendElsewhere(page, name);
  await expect(row(page, name)).toContainText('Success');
  const made = row(page, name).getByRole('cell').nth(2);
  await expect(made).toContainText('3');
  const deleted = await page.request.delete(`/api/campaigns/${encodeURIComponent(name)}/delete/`);
  expect(deleted.status()).toBe(200);
  await expect(row(page, name)).toHaveCount(0);
});

test('a campaign made elsewhere appears', async ({ page }) => {
  const line = page.waitForResponse(LINE);
  await page.goto('/dashboard');
  await line;
  await expect(page.getByRole('table', { name: 'Campaigns' })).toBeVisible();
  const name = await makeCampaign(page, 'Made elsewhere', CALLS);
  await expect(row(page, name)).toContainText('3 contacts');
});

test('without a line they move all the same', async ({ page }) => {
  await page.route(LINE, (route) => route.abort());
  const name = await makeCampaign(page, 'Without a line', CALLS);
  const tried = page.waitForEvent('requestfailed', (request) => request.url().includes('live.progress'));
  await page.goto('/dashboard');
  await tried;
  await row(page, name).getByRole('button', { name: 'Send Now' }).click();
  await expect(row(page, name)).toContainText('2 of 3');
  await expect(page.getByText(`Campaign "${name}" finished: 2 of 3 delivered.`)).toBeVisible();
  await expect(credits(page)).toContainText(await heldText(page));
});

test('a line that is held up on its way is not waited for', async ({ page }) => {
  await page.route(LINE, () => undefined);
  const name = await makeCampaign(page, 'Held up', CALLS);
  const tried = page.waitForRequest(LINE);
  await page.goto('/dashboard');
  await tried;
  await row(page, name).getByRole('button', { name: 'Send Now' }).click();
  await expect(row(page, name)).toContainText('2 of 3');
});

test('there is one line for all pages, and none where there are no credits beside', async ({ page }) => {
  const answers: Response[] = [];
  page.on('response', (response) => {
    if (response.url().includes('live.progress')) answers.push(response);
  });
  const closed: string[] = [];
  page.on('requestfailed', (request) => closed.push(request.url()));
  const line = page.waitForResponse(LINE);
  await page.goto('/dashboard');
  await line;
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
  expect(answers).toHaveLength(1);
});

test('a line is back after it was lost', async ({ page, context }) => {
  const name = await makeCampaign(page, 'Back again', CALLS);
  const first = page.waitForResponse(LINE);
  await page.goto('/dashboard');
  await first;
  await settle(page);
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  const second = page.waitForResponse(LINE);
  await context.setOffline(false);
  await second;
  await page.route(FIGURES, (route) => route.abort());
  await sendElsewhere(page, name);
  await expect(row(page, name)).toContainText('2 of 3');
});
