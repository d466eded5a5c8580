import { expect, test } from 'vitest';
import { INITIAL_STATE } from '#server/features/credits/evolve.ts';
import { LedgerIntegrityError, EMPTY_HEAD, recordEvent } from './record.ts';
import { readEvent } from '../events.ts';
import { adjustBy, campaign, grantOf } from '#server/features/credits/testing/given.ts';

const now = new Date('2026-11-20T10:00:00Z');
const facts = { type: 'adjust', amount: 5, reason: 'because' } as const;
const write = (head = EMPTY_HEAD) =>
  recordEvent('stream', head, INITIAL_STATE, { command: adjustBy(5), facts, now });

test('an event has its version, its state, and the hash of the previous event', () => {
  const first = write();
  expect(first).toMatchObject({
    _id: 'stream:0000000001',
    version: 1,
    previousHash: '',
    balance: { available: 5 },
    at: now,
  });
  expect(write(first)).toMatchObject({ _id: 'stream:0000000002', version: 2, previousHash: first.hash });
  expect(readEvent(first)).toEqual(first);
});

test('the time of an event is never before the previous one', () => {
  const later = new Date(now.getTime() + 1);
  expect(write({ ...EMPTY_HEAD, at: later }).at).toEqual(later);
});

test('an impossible state is not written', () => {
  const command = campaign('c1').deduct(1);
  const lots = [{ calls: 1, price: 50, period: 'p', allowance: true }];
  const deduct = { type: 'deduct', campaignId: 'c1', amount: 50, lots } as const;
  const recording = () => recordEvent('stream', EMPTY_HEAD, INITIAL_STATE, { command, facts: deduct, now });
  expect(recording).toThrow(LedgerIntegrityError);
  expect(recording).toThrow(/held is -50/);
  const tooMuch = { ...INITIAL_STATE, balance: { available: Number.MAX_SAFE_INTEGER, held: 0, debt: 0 } };
  const { period: opens, plan, source } = grantOf('launch');
  const grant = { type: 'grant', amount: 1, plan, source, opens } as const;
  expect(() =>
    recordEvent('stream', EMPTY_HEAD, tooMuch, { command: grantOf('launch'), facts: grant, now }),
  ).toThrow(/available is/);
});
