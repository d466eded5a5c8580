import { expect, test, type BrowserContextOptions, type Page } from '@playwright/test';
import { expectNoViolations } from './support/axe.ts';
import { registerUser } from './support/billing.ts';
import { signInDemo } from './support/campaigns.ts';
import { layoutFaults } from './support/layout.ts';
import { SCREENS, settle, type Screen } from './support/screens.ts';

const WIDTHS = [1440, 768, 390, 360] as const;
const HEIGHT = 844;
const LOOKS = ['light', 'dark'] as const;

type State = NonNullable<BrowserContextOptions['storageState']>;

/** Everything that must hold of a screen, in both looks and at all widths. */
async function examine(page: Page, who: string, { name, url }: Screen): Promise<void> {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    // The page itself is answered with 404 where it is about a page that is not there.
    if (message.type() === 'error' && name !== 'not-found') problems.push(message.text());
  });
  await arrive(page, url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    expect(await layoutFaults(page), `${String(width)} px`).toEqual([]);
    if (width !== 1440 && width !== 390) continue;
    for (const colorScheme of LOOKS) {
      const where = `${who} ${name} ${String(width)} ${colorScheme}`;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({
        path: `test-results/screens/${where.replaceAll(' ', '-')}.png`,
        fullPage: true,
        animations: 'disabled',
      });
      // The looks differ in nothing but colour.
      await expectNoViolations(page, where, colorScheme === 'dark' ? ['color-contrast'] : undefined);
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  }
  expect(problems).toEqual([]);
}

/** Opens a screen as a person comes to it, and puts away what greets them. */
async function arrive(page: Page, url: string): Promise<void> {
  await page.goto(url);
  const welcome = page.getByRole('dialog');
  const ready = page.getByRole('heading', { level: 1 });
  await expect(ready.or(welcome).first()).toBeVisible();
  if (await welcome.isVisible()) await page.keyboard.press('Escape');
  await settle(page);
}

for (const [who, signIn] of [
  ['visitor', undefined],
  ['demo', signInDemo],
  ['newcomer', (page: Page) => registerUser(page, 'screens')],
] as const) {
  test.describe(who, () => {
    let storageState: State;
    test.beforeAll(async ({ browser }) => {
      const page = await browser.newPage();
      await signIn?.(page);
      storageState = await page.context().storageState();
      await page.close();
    });

    for (const screen of SCREENS.filter(({ isPublic }) => isPublic === (signIn === undefined))) {
      test(screen.name, async ({ browser }) => {
        const viewport = { width: WIDTHS[0], height: HEIGHT };
        const context = await browser.newContext({ storageState, viewport, reducedMotion: 'reduce' });
        await examine(await context.newPage(), who, screen);
        await context.close();
      });
    }
  });
}
