import type { Page } from '@playwright/test';

/** Counts the presses of the mouse in this document from now on; returns how many there were. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset['clicks'] = '0';
    addEventListener('click', ({ isTrusted }) => {
      const { dataset } = document.documentElement;
      if (isTrusted) dataset['clicks'] = String(Number(dataset['clicks']) + 1);
    });
  });
  return async () => Number(await page.locator('html').getAttribute('data-clicks'));
}
