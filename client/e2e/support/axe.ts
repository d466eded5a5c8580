import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Expects that axe finds nothing on the page as it stands; `rules` limits what is looked for. */
export async function expectNoViolations(page: Page, where: string, rules?: string[]): Promise<void> {
  const builder = new AxeBuilder({ page });
  const { violations } = await (rules === undefined ? builder : builder.withRules(rules)).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${where}: ${id}: ${html}`));
  expect(found).toEqual([]);
}
