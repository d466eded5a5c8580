import type { BrowserContext, Page, Route } from '@playwright/test';
import { expectNoViolations } from './support/axe.ts';
import { signInDemo } from './support/campaigns.ts';
import { shiftsOf, watchShifts } from './support/layout.ts';
import { SCREENS, settle } from './support/screens.ts';
import { expect, test } from './support/test.ts';

/** Maximum cumulative layout shift; Core Web Vitals rate 0.1 as good. */
const MAX_SHIFT = 0.02;
const DATA = /\/trpc\//;
/** Screens without loaded data; all others load something and can retry. */
const STILL = [
  ...['billing-paymentSuccess', 'campaign', 'not-found'],
  ...SCREENS.map(({ name }) => name).filter((name) => name.startsWith('help')),
];
const OURS = SCREENS.filter(({ isPublic }) => !isPublic);

let context: BrowserContext;
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signInDemo(page);
  await page.goto('/help');
  await settle(page);
});
test.afterAll(async () => {
  await context.close();
});

for (const width of [1440, 390]) {
  test(`the layout is stable while data loads, ${String(width)} px`, async () => {
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 844 });
    await watchShifts(page);
    const network = await holdData(page);
    for (const { name, url } of OURS) {
      await test.step(name, async () => {
        await page.goto(url);
        await expect(page.getByRole('banner')).toBeVisible();
        if (!STILL.includes(name))
          await expect(page.locator('div.animate-shimmer:visible').first()).toBeVisible();
        network.release();
        await settle(page);
        await expectNoJump(page, name);
        network.hold();
      });
    }
    await page.close();
  });
}

test('every screen survives a failing server and can retry', async () => {
  test.slow();
  const page = await context.newPage();
  await watchShifts(page);
  let down = true;
  await page.route(DATA, (route) => (down ? route.fulfill({ status: 500, body: 'oops' }) : route.continue()));
  await page.clock.install();
  for (const { name, url } of OURS) {
    await test.step(name, async () => {
      down = true;
      await page.goto(url);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      if (STILL.includes(name)) return;
      const again = page.getByRole('button', { name: /^(Retry|Reload|Try Again)$/ }).first();
      await expect(async () => {
        // Skips the delays before the second and third attempt.
        await page.clock.fastForward(2_000);
        await expect(again).toBeVisible({ timeout: 500 });
      }).toPass();
      await expectNoJump(page, name);
      await expectNoViolations(page, name);
      down = false;
      await expect(async () => {
        if (await again.isVisible()) await again.click({ timeout: 500 });
        await expect(again).toBeHidden({ timeout: 2_000 });
      }).toPass();
      await settle(page);
    });
  }
  await page.close();
});

test('an offline page says so and resumes by itself', async () => {
  const page = await context.newPage();
  await page.goto('/help');
  await settle(page);
  await context.setOffline(true);
  const notice = page.getByText('You’re offline. Hark will reconnect automatically.');
  await expect(notice).toBeVisible();
  await expectNoViolations(page, 'offline');
  await page.getByRole('link', { name: 'My Voice' }).click();
  await expect(page).toHaveURL('/my-voice');
  await context.setOffline(false);
  await expect(notice).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'My Voice Library' })).toBeVisible();
  await settle(page);
  await expect(page.getByRole('button', { name: 'Play' }).first()).toBeVisible();
  await page.close();
});

test('an interrupted script is fetched again, and a page survives a chart that never loads', async () => {
  const page = await context.newPage();
  let broken = 1;
  await page.route(/\/(calls|rate)-chart-[^/]*\.js$/, (route) =>
    broken-- > 0 ? route.abort() : route.continue(),
  );
  const charts = page.getByRole('main').locator('svg[role="img"]');
  await page.goto('/dashboard');
  await settle(page);
  await expect(charts).toHaveCount(2);
  expect(broken).toBeLessThan(0);

  broken = Infinity;
  await page.reload();
  await expect(page.getByText('This could not be loaded.')).toHaveCount(2);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoViolations(page, 'charts that never came');
  await page.getByRole('button', { name: 'Calls Sent Last Week: show the numbers' }).click();
  await expect(page.getByRole('table', { name: 'Calls sent last week' })).toBeVisible();

  broken = 0;
  await page.getByRole('button', { name: 'Retry', exact: true }).first().click();
  await settle(page);
  await expect(charts).toHaveCount(2);
  await page.close();
});

test('if the code of a page never loads the page says so and can be reloaded', async () => {
  const page = await context.newPage();
  const asset = /\/signed-in-[^/]*\.js$/;
  await page.route(asset, (route) => route.abort());
  await page.goto('/help');
  await expect(page.getByText('This page could not be shown')).toBeVisible();
  await expectNoViolations(page, 'a page without its code');
  await page.unroute(asset);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How can we help you?' })).toBeVisible();
  await page.close();
});

async function expectNoJump(page: Page, name: string): Promise<void> {
  const { total, of } = await shiftsOf(page);
  expect(total, `${name}: ${of.join(' | ')}`).toBeLessThanOrEqual(MAX_SHIFT);
}

/** Holds every data request until released. */
async function holdData(page: Page) {
  let waiting: Route[] | undefined = [];
  await page.route(DATA, async (route) => {
    if (waiting === undefined) await route.continue();
    else waiting.push(route);
  });
  return {
    hold() {
      waiting = [];
    },
    release() {
      const routes = waiting ?? [];
      waiting = undefined;
      for (const route of routes) void route.continue();
    },
  };
}
