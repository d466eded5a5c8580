import { expect, test } from 'vitest';
import { PAGE_PATHS } from '#shared/paths.ts';
import { paths } from './paths.ts';
import { findRoute, NOT_FOUND, ROUTES } from './routes.ts';

test('every page path of the server has a route, except the redirect at /', () => {
  const pages = PAGE_PATHS.filter((path) => path !== '/');
  expect(pages.map((path) => findRoute(path)?.path)).toEqual(pages);
});

test('a route matches with a trailing slash and with any campaign name', () => {
  expect(findRoute('/help/')?.title).toBe('Help Center');
  expect(findRoute(paths.analyticsDetails('50% off / Maple St.'))?.path).toBe(
    '/analytics/details/:campaign_name',
  );
});

test('an unknown path has no route', () => {
  for (const path of ['/nowhere', '/dashboardx', '/analytics/details', '/analytics/details/a/b', '/'])
    expect(findRoute(path)).toBeUndefined();
});

test('only the pages for visitors are public', () => {
  const publicPaths = PAGE_PATHS.filter((path) => findRoute(path)?.kind === 'public');
  expect(publicPaths).toEqual([
    '/auth/signup',
    '/auth/signin',
    '/auth/verify-email',
    '/auth/reset-password',
    '/auth/change-email',
    '/privacy',
    '/terms',
  ]);
});

test('each path has its title and its frame, as listed', async () => {
  const lines = [...ROUTES, NOT_FOUND].map(({ path, title, kind }) => `${path} ${kind} ${title}\n`);
  await expect(lines.join('')).toMatchFileSnapshot('listed-routes.txt');
});

test('any other path is one that is not found', () => {
  expect(['/nowhere', '/', '/a/b'].map((path) => NOT_FOUND.matches(path))).toEqual([true, true, true]);
});
