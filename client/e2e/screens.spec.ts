import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { CalendarCampaign, CampaignCalendar } from '#shared/schemas/campaigns/campaign-calendar.ts';
import { expectNoViolations, expectNoViolationsInBothSchemes } from './support/axe.ts';
import { registerUser } from './support/billing.ts';
import { discardDrafts, signInDemo } from './support/campaigns.ts';
import { layoutFaults } from './support/layout.ts';
import { expectPicture, showWholePage } from './support/picture.ts';
import { SCREENS, settle, type Screen } from './support/screens.ts';
import { moveTo, openWizard, STEPS } from './support/wizard.ts';
import { expect, test } from './support/test.ts';

/** 640 is a window of 1280 px at a zoom of 200 %. */
const WIDTHS = [1440, 1280, 1024, 900, 768, 640, 390, 360] as const;
const PICTURED: readonly number[] = [1440, 390];
const HEIGHT = 844;
/** Fixed browser time: a morning before any of the demo account's activity. */
const MORNING = new Date('2026-01-15T10:00:00Z');

const inCalendar = (
  name: string,
  status: CampaignStatus,
  starts_at: string,
  more = {},
): CalendarCampaign => ({
  id: name,
  name,
  status,
  starts_at,
  finished_at: null,
  last_day: null,
  planned_end: null,
  total: 412,
  ...more,
});
/** A month of each status, a campaign of several days, and a day with many. */
const CALENDAR: CampaignCalendar = {
  campaigns: [
    inCalendar('Winter enrollment', 'Success', '2026-01-05T15:00:00Z', {
      finished_at: '2026-01-08T17:20:00Z',
    }),
    inCalendar('Spring open house', 'Failed', '2026-01-09T16:30:00Z', {
      finished_at: '2026-01-09T16:42:00Z',
    }),
    inCalendar('Orientation week', 'Sending', '2026-01-14T14:00:00Z'),
    inCalendar('Scholarship reminder', 'Paused', '2026-01-16T14:00:00Z'),
    ...['Alumni evening', 'Campus tour', 'Career fair', 'Library hours', 'Sports day'].map((name, n) =>
      inCalendar(name, 'Scheduled', `2026-01-20T1${String(n)}:00:00Z`),
    ),
    inCalendar('Summer program', 'Scheduled', '2026-01-28T17:00:00Z', { last_day: '2026-02-02' }),
  ],
  more: false,
};

/** A kind of user, and the screens that look different for it. */
interface Audience {
  who: string;
  signIn?: (page: Page) => Promise<unknown>;
  screens: readonly Screen[];
  /** Puts a screen into its default state after opening it. */
  arrive?: Record<string, (page: Page) => Promise<void>>;
}

const closeWelcome = async (page: Page): Promise<void> => {
  await expect(page.getByRole('dialog', { name: 'Subscription Required' })).toBeVisible();
  await page.keyboard.press('Escape');
};
/** The journeys through the wizard, which run at the same time, store drafts of this user. */
const withoutDraft = async (page: Page): Promise<void> => {
  const json = { result: { data: { drafts: [] } } };
  await page.route('**/trpc/campaigns.drafts.list*', (route) => route.fulfill({ json }));
  await page.reload();
};
const choosePlan = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
};

const named = (...names: string[]) => SCREENS.filter(({ name }) => names.includes(name));
const AUDIENCES: readonly Audience[] = [
  { who: 'visitor', screens: SCREENS.filter(({ isPublic }) => isPublic) },
  {
    who: 'demo',
    signIn: signInDemo,
    screens: SCREENS.filter(({ isPublic }) => !isPublic),
    arrive: { campaign: withoutDraft, campaigns: withoutDraft },
  },
  {
    who: 'newcomer',
    signIn: (page) => registerUser(page, 'screens'),
    screens: named('dashboard', 'analytics', 'billing', 'billing-payments', 'my-voice'),
    arrive: { dashboard: closeWelcome, analytics: closeWelcome, 'billing-payments': choosePlan },
  },
];

for (const { who, signIn, screens, arrive } of AUDIENCES) {
  test.describe(who, () => {
    let context: BrowserContext;
    test.beforeAll(async ({ browser }) => {
      context = await openContext(browser);
      await signIn?.(await context.newPage());
    });
    test.afterAll(async () => {
      await context.close();
    });

    for (const screen of screens) {
      test(screen.name, async () => {
        const page = await context.newPage();
        const problems = watchForProblems(page, screen);
        await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT });
        await page.goto(screen.url);
        await arrive?.[screen.name]?.(page);
        await settle(page);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await examine(page, `${who}-${screen.name}`);
        expect(problems).toEqual([]);
        await page.close();
      });
    }
  });
}

test('each step of the wizard, its exit and a draft', async ({ browser }) => {
  test.slow();
  const context = await openContext(browser);
  const page = await context.newPage();
  const wizard = await openWizard(page);
  for (const step of STEPS) {
    await test.step(step, async () => {
      // Input is possible at the smallest width.
      await page.setViewportSize({ width: Math.min(...WIDTHS), height: HEIGHT });
      await moveTo(wizard, step, { name: 'Autumn open house' });
      await settle(page);
      await examine(page, `wizard-${step}`);
    });
  }
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(wizard.dialog).toBeVisible();
  await expectNoViolationsInBothSchemes(page, 'exit');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Continue Draft' })).toBeVisible();
  await expectNoViolationsInBothSchemes(page, 'draft');
  // The pictures of other screens show no draft.
  await discardDrafts(page);
  await page.close();
  await context.close();
});

test('the calendar of campaigns', async ({ browser }) => {
  const context = await openContext(browser);
  const page = await context.newPage();
  await signInDemo(page);
  await page.route('**/trpc/campaigns.calendar*', (route) =>
    route.fulfill({ json: { result: { data: CALENDAR } } }),
  );
  await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT });
  await page.goto('/campaigns?view=calendar');
  await expect(page.getByRole('table', { name: 'Campaigns in January 2026' })).toBeVisible();
  await settle(page);
  await examine(page, 'demo-campaigns-calendar');
  await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT });
  await page.getByRole('button', { name: '+2 more' }).click();
  await expect(page.getByRole('dialog', { name: 'Tuesday, January 20' })).toContainText('5 campaigns');
  await expectNoViolationsInBothSchemes(page, 'day');
  await context.close();
});

async function openContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce', timezoneId: 'UTC' });
  await context.clock.setFixedTime(MORNING);
  return context;
}

/** Collects console errors and page errors from now on. */
function watchForProblems(page: Page, { name }: Screen): string[] {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    // Expected: the browser logs the 404 of missing pages.
    if (message.type() === 'error' && name !== 'not-found') problems.push(message.text());
  });
  return problems;
}

/** Checks a screen at every width and in both colour schemes. */
async function examine(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    // The browser needs a frame or two for a new width.
    await expect.poll(() => layoutFaults(page), { message: `${String(width)} px` }).toEqual([]);
    if (!PICTURED.includes(width)) continue;
    const where = `${name}-${String(width)}`;
    await showWholePage(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectPicture(page, `${where}-dark`);
    // The colour schemes differ only in colour.
    await expectNoViolations(page, `${where}-dark`, ['color-contrast']);
    await page.emulateMedia({ colorScheme: 'light' });
    await expectPicture(page, `${where}-light`);
    await page.setViewportSize({ width, height: HEIGHT });
    await expectNoViolations(page, `${where}-light`);
  }
}

test('signed-out users only see the sign-in pages', async ({ page }) => {
  for (const { url, isPublic } of SCREENS) {
    if (isPublic) continue;
    await page.goto(url);
    await expect(page, url).toHaveURL('/auth/signin');
  }
});
