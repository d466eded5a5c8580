import { expect, test } from 'vitest';
import { dueRecords } from './due-records.ts';

const NOW = new Date('2026-11-27T12:00:00Z');
const clock = { now: () => NOW };

function claimsOf(...records: string[]) {
  const claims: [now: Date, until: Date][] = [];
  const claim = (now: Date, until: Date) => {
    claims.push([now, until]);
    return Promise.resolve(records.shift());
  };
  return { claims, claim };
}

test('due records come one after another until none is due', async () => {
  const { claims, claim } = claimsOf('a', 'b');
  const worked: string[] = [];
  for await (const record of dueRecords(claim, { clock, leaseMs: 1_000, signal: undefined })) {
    worked.push(record);
    expect(claims).toHaveLength(worked.length);
  }
  expect(worked).toEqual(['a', 'b']);
  expect(claims).toEqual(Array.from({ length: 3 }, () => [NOW, new Date('2026-11-27T12:00:01Z')]));
});

test('nothing more is claimed once the signal is aborted', async () => {
  const { claims, claim } = claimsOf('a', 'b');
  const stopping = new AbortController();
  for await (const record of dueRecords(claim, { clock, leaseMs: 1_000, signal: stopping.signal })) {
    expect(record).toBe('a');
    stopping.abort();
  }
  expect(claims).toHaveLength(1);
});
