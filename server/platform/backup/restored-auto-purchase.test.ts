import { expect, test } from 'vitest';
import { restoredAutoPurchase } from './restored-auto-purchase.ts';

const SETTINGS = { _id: 'u', threshold: 1_000, credits: 5_000, revision: 3, n: 2 };
const ORDER = { order: { n: 2 }, dueAt: new Date() };

test('an automatic purchase is off after a restore, says why, and has no order', () => {
  expect(restoredAutoPurchase({ ...SETTINGS, ...ORDER, onSince: new Date() })).toEqual({
    ...SETTINGS,
    stopped: 'restored',
  });
});

test('one that was off stays as it was, without an order', () => {
  expect(restoredAutoPurchase({ ...SETTINGS, ...ORDER, stopped: 'declined' })).toEqual({
    ...SETTINGS,
    stopped: 'declined',
  });
});
