// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as PageScripts from './page-scripts.ts';
import type * as Lazy from '#client/app/loading/lazy-with-preload.ts';

let pages: typeof PageScripts;
let lazy: typeof Lazy;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  vi.resetModules();
  lazy = await import('#client/app/loading/lazy-with-preload.ts');
  pages = await import('./page-scripts.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

const requested = () =>
  [...document.querySelectorAll('link[rel="modulepreload"]')].map((link) => link.getAttribute('href'));

/** Lists the scripts, once somebody has used the page, from what the server answers. */
async function list(answer: () => Promise<Response>): Promise<void> {
  document.head.innerHTML = '<meta name="preloads" content="/assets/preloads.json">';
  vi.stubGlobal('fetch', vi.fn(answer));
  pages.listPageScripts();
  lazy.watchForFirstInteraction();
  window.dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(1_000);
}

test('the scripts of a page are requested together, once, and those of no other', async () => {
  await list(() =>
    Promise.resolve(Response.json({ '/a': ['/assets/1.js', '/assets/2.js'], '/b': ['/assets/3.js'] })),
  );
  expect(fetch).toHaveBeenCalledWith('/assets/preloads.json');
  pages.requestScripts('/a');
  pages.requestScripts('/a');
  expect(requested()).toEqual(['/assets/1.js', '/assets/2.js']);
  pages.requestScripts('/unknown');
  expect(requested()).toHaveLength(2);
});

test.each([
  ['a failure', () => Promise.reject(new Error('offline'))],
  ['a refusal', () => Promise.resolve(new Response('{"/a":["/assets/1.js"]}', { status: 503 }))],
  ['another answer', () => Promise.resolve(new Response('<p>'))],
])('after %s nothing is requested in advance', async (_, answer) => {
  await list(answer);
  pages.requestScripts('/a');
  expect(requested()).toEqual([]);
});

test('a client that is not built lists nothing', () => {
  vi.stubGlobal('fetch', vi.fn());
  pages.listPageScripts();
  lazy.watchForFirstInteraction();
  window.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(1_000);
  expect(fetch).not.toHaveBeenCalled();
});
