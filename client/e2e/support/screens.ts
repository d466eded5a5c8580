import { expect, type Page } from '@playwright/test';
import { PAGE_PATHS } from '#shared/page-paths.ts';
import { DEMO_CAMPAIGN } from './campaigns.ts';

/** A screen of the route table at a real address. */
export interface Screen {
  /** For names of tests and files: "analytics-details". */
  name: string;
  url: string;
  /** For anyone; the others need somebody signed in. */
  isPublic: boolean;
}

/** What a path needs to show itself in full. */
const SEARCH: Record<string, string> = { '/auth/reset-password': '?token=of-a-mail' };

/** Every screen that the server answers, and Page Not Found. */
export const SCREENS: readonly Screen[] = [
  ...PAGE_PATHS.filter((path) => path !== '/').map((path) => ({
    name: path
      .replaceAll(/\/:\w+/g, '')
      .slice(1)
      .replaceAll('/', '-'),
    url: path.replace(/:\w+/, encodeURIComponent(DEMO_CAMPAIGN)) + (SEARCH[path] ?? ''),
    isPublic: path.startsWith('/auth/'),
  })),
  { name: 'not-found', url: '/no/such/page', isPublic: false },
];

/** Waits until the page shows what it has to show: nothing loads, moves or is without its font. */
export async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"], div.animate-shimmer')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
}
