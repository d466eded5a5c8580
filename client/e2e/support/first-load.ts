import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { settle } from './screens.ts';

/** Returns the gzip size in bytes of the JavaScript that a page loads until it is usable. */
export async function javascriptOfFirstLoad(page: Page, url: string): Promise<number> {
  // Nothing that the page before still prefetches counts.
  await page.goto('about:blank');
  const scripts = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.set(
      response.url(),
      response.body().then((body) => gzipSync(body).length),
    );
  });
  await page.goto(url);
  await settle(page);
  const sizes = await Promise.all(scripts.values());
  return sizes.reduce((sum, size) => sum + size, 0);
}
