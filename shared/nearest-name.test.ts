import fc from 'fast-check';
import { expect, test } from 'vitest';
import { misspelledName, nearestName } from './nearest-name.ts';

const KNOWN = [
  'campaign_name',
  'drop_date',
  'drops_per_minute',
  'calling_hours',
  'message',
  'voice_id',
  'to',
  'cap',
];

test.each([
  ['dropDate', 'drop_date'],
  ['DROP-DATE', 'drop_date'],
  ['drop_dat', 'drop_date'],
  ['drop_dtae', 'drop_date'],
  ['dropsPerMinute', 'drops_per_minute'],
  ['drop_per_minute', 'drops_per_minute'],
  ['callingHours', 'calling_hours'],
  ['hours', 'calling_hours'],
  ['voice', 'voice_id'],
  ['messages', 'message'],
  ['TO', 'to'],
])('%s is meant as %s', (given, meant) => {
  expect(nearestName(given, KNOWN)).toBe(meant);
});

test.each([
  '_',
  '',
  't',
  'ts',
  'cup',
  'capital',
  'begin',
  'utm_source',
  'nocache',
  'priority',
  'x'.repeat(1_000),
])('%s is meant as none of them', (given) => {
  expect(nearestName(given, KNOWN)).toBeUndefined();
});

test('a known name in any other spelling is found', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KNOWN), fc.constantFrom('', '-', ' ', '.'), (name, joint) => {
      const camel = name.replace(/_(\w)/g, (_, letter: string) => joint + letter.toUpperCase());
      expect(nearestName(camel, KNOWN)).toBe(name);
    }),
  );
});

test.each(['timestamp', 'time', '_', 't', 'cb', 'nocache', 'cachebust', 'size', 'utm_source', 'v'])(
  '%s, which clients add so that no cache answers, is no misspelling of a documented option',
  (given) => {
    expect(
      misspelledName(given, ['timeframe', 'page', 'page_size', 'cursor', 'limit', 'search']),
    ).toBeUndefined();
  },
);

test.each([
  // One swap, insertion, removal or replacement in names of four letters is as far as is meant.
  ['pgae', 'page'],
  ['apge', 'page'],
  ['pag', undefined],
  ['pagee', 'page'],
  ['pxge', 'page'],
  ['pxxe', undefined],
  ['gape', undefined],
])('of page, %s is meant as %s', (given, meant) => {
  expect(nearestName(given, ['page'])).toBe(meant);
});
