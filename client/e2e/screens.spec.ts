import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { expectNoViolations } from './support/axe.ts';
import { registerUser } from './support/billing.ts';
import { signInDemo } from './support/campaigns.ts';
import { layoutFaults } from './support/layout.ts';
import { SCREENS, settle, type Screen } from './support/screens.ts';

const WIDTHS = [1440, 768, 390, 360] as const;
const PICTURED: readonly number[] = [1440, 390];
const HEIGHT = 844;

/** Somebody who looks at screens, and those that look different to them. */
interface Audience {
  who: string;
  signIn?: (page: Page) => Promise<unknown>;
  screens: readonly Screen[];
  /** Brings a screen to its usual state, where opening it is not enough. */
  arrive?: Record<string, (page: Page) => Promise<void>>;
}

const closeWelcome = async (page: Page): Promise<void> => {
  await expect(page.getByRole('dialog', { name: 'Subscription Required' })).toBeVisible();
  await page.keyboard.press('Escape');
};
const choosePlan = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
};

const named = (...names: string[]) => SCREENS.filter(({ name }) => names.includes(name));
const AUDIENCES: readonly Audience[] = [
  { who: 'visitor', screens: SCREENS.filter(({ isPublic }) => isPublic) },
  { who: 'demo', signIn: signInDemo, screens: SCREENS.filter(({ isPublic }) => !isPublic) },
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
      context = await browser.newContext({ reducedMotion: 'reduce' });
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

/** What the browser complains about from now on. */
function watchForProblems(page: Page, { name }: Screen): string[] {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    // A page that is not there is answered with 404, and the browser says so.
    if (message.type() === 'error' && name !== 'not-found') problems.push(message.text());
  });
  return problems;
}

/** What must hold of a screen at every width and in both looks; its pictures go to test-results/screens. */
async function examine(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    expect(await layoutFaults(page), `${String(width)} px`).toEqual([]);
    if (!PICTURED.includes(width)) continue;
    for (const colorScheme of ['dark', 'light'] as const) {
      const where = `${name}-${String(width)}-${colorScheme}`;
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `test-results/screens/${where}.png`, fullPage: true });
      // The looks differ in nothing but colour.
      await expectNoViolations(page, where, colorScheme === 'dark' ? ['color-contrast'] : undefined);
    }
  }
}

test('nobody who is not signed in sees more than the way in', async ({ page }) => {
  for (const { url, isPublic } of SCREENS) {
    if (isPublic) continue;
    await page.goto(url);
    await expect(page, url).toHaveURL('/auth/signin');
  }
});
