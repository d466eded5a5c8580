import { expect, test } from 'vitest';
import { paths } from './paths.ts';

test.each([
  [paths.analyticsDetails('5%20off & more?'), '/analytics/details/5%2520off%20%26%20more%3F'],
  [paths.callsTo('A/B', '12025550101'), '/analytics/details/A%2FB?search=12025550101'],
  [paths.campaignOfList('a&b'), '/campaign?list=a%26b'],
  [paths.campaignLike('A=B'), '/campaign?like=A%3DB'],
  [paths.campaignReplacing('c1'), '/campaign?replace=c1'],
  [paths.contactList('l1'), '/contacts?list=l1'],
  [paths.doNotCallOf('12025550101'), '/do-not-call?search=12025550101'],
])('%s is the address of one thing', (path, expected) => {
  expect(path).toBe(expected);
});

test('the addresses of pages are as listed: bookmarks, mails and other sites have them', async () => {
  const lines = Object.entries(paths).map(
    ([name, path]) => `${name} ${typeof path === 'string' ? path : path('a b', '1')}\n`,
  );
  await expect(lines.join('')).toMatchFileSnapshot('listed-paths.txt');
});
