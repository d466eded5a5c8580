import { expect, type Page } from '@playwright/test';
import { PAGE_PATHS } from '#shared/paths.ts';
import { DEMO_CAMPAIGN } from './campaigns.ts';

/** A screen of the route table at a concrete URL. */
export interface Screen {
  /** For names of tests and files: "analytics-details". */
  name: string;
  url: string;
  /** Public screen; the others require a signed-in user. */
  isPublic: boolean;
}

/** Query parameters that a screen needs to show its content. */
const SEARCH: Record<string, string> = {
  '/analytics/compare': `?${new URLSearchParams({ a: DEMO_CAMPAIGN, b: 'Spring open house' }).toString()}`,
  '/auth/reset-password': '?token=of-a-mail',
  '/auth/change-email': '?token=of-a-mail',
};

/** All screens of the route table, and Page Not Found. */
export const SCREENS: readonly Screen[] = [
  ...PAGE_PATHS.filter((path) => path !== '/').map((path) => ({
    name: path
      .replaceAll(/\/:\w+/g, '')
      .slice(1)
      .replaceAll('/', '-'),
    url: path.replace(/:\w+/, encodeURIComponent(DEMO_CAMPAIGN)) + (SEARCH[path] ?? ''),
    isPublic: path.startsWith('/auth/') || path === '/privacy' || path === '/terms',
  })),
  { name: 'not-found', url: '/no/such/page', isPublic: false },
];

/** Waits until the page is idle: no loading, no animation, fonts loaded. */
export async function settle(page: Page): Promise<void> {
  // A page that the server has rendered looks complete before its scripts are there.
  await expect(page.locator('[data-prerendered]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"], div.animate-shimmer')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
}
