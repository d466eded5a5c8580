import { expect, test } from 'vitest';
import { SUPPRESSION_SOURCES, needsRemovalReason, suppressionAddInput } from './suppressions.ts';

const read = (input: object) => suppressionAddInput.safeParse({ phone: '2025550143', ...input });
const problem = (input: object) => read(input).error?.issues.map(({ message }) => message);

test.each([
  [undefined, undefined],
  [null, undefined],
  ['', undefined],
  [' ', undefined],
  [' Asked me ', 'Asked me'],
  ['a'.repeat(500), 'a'.repeat(500)],
])('the reason %j is stored as %j', (reason, stored) => {
  expect(read({ reason }).data).toStrictEqual({ phone: '12025550143', reason: stored });
});

test.each([
  ['', 'A phone number is required'],
  ['2'.repeat(41), 'A phone number has 10 digits'],
  ['Ana', 'This is not a US or Canadian phone number'],
  ['+44 20 7946 0958', expect.stringMatching(/^This is not a US or Canadian phone number: /)],
])('%j is refused with its cause', (phone, message) => {
  expect(problem({ phone })).toEqual([message]);
  expect(problem({ reason: 'a'.repeat(501) })).toEqual(['Please use up to 500 characters']);
});

test('who asked not to be called is only removed with a reason', () => {
  expect(SUPPRESSION_SOURCES.filter(needsRemovalReason)).toEqual([
    'carrier report',
    'stop page',
    'inbound call',
  ]);
});
