import { expect, test } from 'vitest';
import { ROUTES } from '../routing/routes.ts';
import { matching, placesFor } from './found.ts';

const labels = (search: string) => placesFor(search).map(({ label }) => label);

test.each([
  ['dash', 'Dashboard'],
  ['CREDITS buy', 'Buy Credits'],
  ['top up', 'Buy Credits'],
  ['opt-out', 'Do Not Call'],
  ['plan', 'Subscription'],
  ['record', 'Add a Voice'],
  ['webhook', 'Developers'],
  ['password', 'Security'],
])('%s leads to %s', (search, label) => {
  expect(labels(search)).toContain(label);
});

test('every word counts, as the beginning of a word', () => {
  expect(labels('dash plan')).toEqual([]);
  expect(labels('ashboard')).toEqual([]);
  expect(labels('')).toHaveLength(placesFor('').length);
});

test('accents and punctuation do not count', () => {
  const all = [{ label: 'Éclair & Söhne: 50% off', href: '/' }];
  for (const search of ['eclair', 'sohne 50', 'OFF!']) expect(matching(all, search)).toEqual(all);
});

test('every place has a page', () => {
  const lost = placesFor('').filter(({ href }) => !ROUTES.some(({ matches }) => matches(href)));
  expect(lost).toEqual([]);
});

test('pages and actions are as listed, with the words that people use for them', async () => {
  const lines = placesFor('').map(
    ({ label, href, hint = '', words = '' }) => `${hint} ${label} ${href}: ${words}\n`,
  );
  await expect(lines.join('')).toMatchFileSnapshot('listed-places.txt');
});
