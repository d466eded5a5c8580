import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const KNOWN = [
  'campaign_name',
  'drop_date',
  'drops_per_minute',
  'calling_hours',
  'message',
  'voice_id',
  'to',
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

test.each(['_', '', 't', 'ts', 'begin', 'utm_source', 'nocache', 'priority', 'x'.repeat(1_000)])(
  '%s is meant as none of them',
  (given) => {
    expect(nearestName(given, KNOWN)).toBeUndefined();
  },
);

test('a known name in any other spelling is found', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KNOWN), fc.constantFrom('', '-', ' ', '.'), (name, joint) => {
      const camel = name.replace(/_(\w)/g, (_, letter: string) => joint + letter.toUpperCase());
      expect(nearestName(camel, KNOWN)).toBe(name);
    }),
  );
});
