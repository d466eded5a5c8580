import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Expects no axe violations on the current page; `rules` limits the checks. */
export async function expectNoViolations(page: Page, where: string, rules?: string[]): Promise<void> {
  // Loading axe takes longer than a check, so that it stays in the page.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  // Legacy mode leaves out frames of another origin, which Hark has none of, and opens no page for the report.
  const builder = new AxeBuilder({ page, ...(isLoaded && { axeSource: 'true' }) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode();
  const { violations } = await (rules === undefined ? builder : builder.withRules(rules)).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${where}: ${id}: ${html}`));
  expect(found).toEqual([]);
}

/** Expects no axe violations in either colour scheme, which differ only in colour. Ends in the light one. */
export async function expectNoViolationsInBothSchemes(page: Page, where: string): Promise<void> {
  await changeScheme(page, 'dark');
  await expectNoViolations(page, `${where}, dark`, ['color-contrast']);
  await changeScheme(page, 'light');
  await expectNoViolations(page, `${where}, light`);
}

/** Until its transition ends, even one of no length, a colour is still that of the other scheme. */
async function changeScheme(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}
