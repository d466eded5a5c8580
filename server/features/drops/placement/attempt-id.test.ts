import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { attemptId, parseAttemptId } from './attempt-id.ts';

describe('an attempt id', () => {
  it('is parsed to the attempt it was made from', () => {
    const numbers = fc.integer({ min: 1, max: 999_999_999 });
    fc.assert(
      fc.property(numbers, numbers, (seq, run) => {
        const attempt = { campaignId: newId(), seq, run };
        expect(parseAttemptId(attemptId(attempt))).toEqual(attempt);
      }),
    );
  });

  it.each([
    '',
    'a',
    'a-1',
    'a-0-1',
    'a-1-0',
    'a-01-1',
    'a-1-1-1',
    'A-1-1',
    'a-1-1\n',
    '-1-1',
    'a-1e3-1',
    'a--1-1',
    `${'a'.repeat(65)}-1-1`,
  ])('is not %j', (id) => {
    expect(parseAttemptId(id)).toBeUndefined();
  });
});
