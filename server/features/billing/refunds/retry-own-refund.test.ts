import { expect, test } from 'vitest';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import type { PaymentReversal } from '#server/providers/payments/port.ts';
import { retryOwnRefund } from './reconcile-refunds.ts';

const PAID = 20_000;
const reversal = (kind: PaymentReversal['kind'], amount: number) => ({ kind, amount });
const FAILED = reversal('refund', 0);
const WON = reversal('dispute', 0);

/** Returns what is done about an invoice whose payment was reversed like this. */
async function doneAbout(reversals: readonly object[]): Promise<string[]> {
  const done: string[] = [];
  const record =
    (name: string) =>
    (...args: unknown[]) => {
      done.push([name, ...args.filter((arg) => typeof arg === 'string')].join(' '));
      return Promise.resolve(true);
    };
  const deps = {
    gateway: {
      reversals: () => Promise.resolve({ paid: PAID, reversals }),
      refundInvoice: record('refunded'),
    },
    records: { clearRefundFailed: record('cleared'), markRefundFailed: record('marked') },
    clock: { now: () => new Date() },
    log: { warn: () => undefined, error: () => undefined },
  } as unknown as BillingDeps;
  await retryOwnRefund(deps, 'in_1');
  return done;
}

test.each([
  ['was returned', [reversal('refund', PAID)], ['cleared in_1']],
  ['was returned in parts', [reversal('refund', 15_000), reversal('dispute', 5_000)], ['cleared in_1']],
  ['was not returned', [], ['refunded in_1 refund:in_1:0:0']],
  ['was returned in part', [reversal('refund', 5_000)], ['refunded in_1 refund:in_1:1:5000']],
  ['was not returned, twice', [FAILED, FAILED], ['refunded in_1 refund:in_1:2:0']],
  ['was not returned, three times', [FAILED, FAILED, FAILED], ['marked in_1']],
  ['was disputed and kept', [FAILED, FAILED, WON], ['refunded in_1 refund:in_1:3:0']],
])('the money of a second subscription that %s', async (_, reversals, done) => {
  expect(await doneAbout(reversals)).toEqual(done);
});
