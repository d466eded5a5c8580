import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { ProviderUnavailable } from '#server/providers/errors.ts';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';
import { addPaidUser } from '#server/features/billing/testing/test-purchases.ts';
import { failingOnce } from '#server/features/billing/testing/failing-once.ts';

let system: BillingHarness;

/** Starts billing for one group of tests, since each sweep examines the events of all users. */
function useBilling(): void {
  beforeAll(async () => {
    system = await startBilling();
  });
  afterAll(() => system.stop());
}

/** The ledger events of refunds and disputes of a user, in order. */
async function refundEvents(user: TestUser) {
  return (await user.events()).filter((event) => event.type === 'refund');
}

describe('a refund in the dashboard', () => {
  useBilling();

  test('of the whole payment removes exactly the credits of the invoice', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    const refund = await system.local.dashboard.refund(invoiceId);
    await system.billing.sweep();
    expect(await user.balance()).toBe(0);
    expect(await refundEvents(user)).toMatchObject([
      {
        key: `refund:${invoiceId}:1`,
        amount: -20_000,
        source: { kind: 'refund', id: refund },
        reason: expect.stringMatching(/^Refund of \$200 for invoice \w+-0001$/) as unknown,
      },
    ]);
    expect(await user.differences()).toEqual([]);
  });

  test('in parts removes the share of each part, and in total what was granted', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    await system.local.dashboard.refund(invoiceId, 5_001);
    await system.billing.sweep();
    expect(await user.balance()).toBe(14_999);
    await system.local.dashboard.refund(invoiceId, 4_999);
    await system.local.dashboard.refund(invoiceId);
    await system.billing.sweep();
    expect(await user.balance()).toBe(0);
    expect((await refundEvents(user)).map(({ amount }) => amount).sort()).toEqual([-10_000, -4_999, -5_001]);
    expect(await user.differences()).toEqual([]);
  });

  test('that fails at the bank returns its credits once', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    const refund = await system.local.dashboard.refund(invoiceId, 5_000);
    await system.billing.sweep();
    await system.local.dashboard.failRefund(refund);
    await system.billing.sweep();
    await system.billing.sweep();
    expect(await user.balance()).toBe(20_000);
    expect((await refundEvents(user)).map(({ amount }) => amount)).toEqual([-5_000, 5_000]);
    expect(await user.differences()).toEqual([]);
  });

  test('that failed before it was seen changes nothing', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    await system.local.dashboard.failRefund(await system.local.dashboard.refund(invoiceId));
    await system.billing.sweep();
    expect(await refundEvents(user)).toEqual([]);
  });

  test('of spent credits leaves a debt that the next grant pays first', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    await user.spend(15_000);
    await system.local.dashboard.refund(invoiceId);
    await system.billing.sweep();
    expect((await user.events()).at(-1)?.balance).toEqual({ available: 0, held: 0, debt: 15_000 });
    await system.local.advance(user.email, 32);
    await system.billing.sweep();
    expect((await user.events()).at(-1)).toMatchObject({
      type: 'grant',
      balance: { available: 5_000, held: 0, debt: 0 },
    });
    expect(await user.differences()).toEqual([]);
  });

  test('of one invoice keeps the credits of another', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    await system.local.advance(user.email, 32);
    await system.billing.sweep();
    expect(await user.balance()).toBe(40_000);
    await system.local.dashboard.refund(invoiceId);
    await system.billing.sweep();
    expect(await user.balance()).toBe(20_000);
  });

  test('of an invoice partly paid from balance removes the share of the whole invoice', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    await system.local.dashboard.refund(invoiceId, 1_000);
    const { billing } = await system.otherProcess({
      gateway: (real) => ({ reversals: async (id) => ({ ...(await real.reversals(id)), paid: 1_000 }) }),
    });
    await billing.sweep();
    expect(await user.balance()).toBe(19_000);
  });

  test('before the grant removes the credits after it', async () => {
    const user = system.addUser();
    const { paymentIntentId } = await user.pay('launch', PAYS);
    const invoiceId = (await system.local.gateway.intent(paymentIntentId))?.invoiceId ?? '';
    await system.local.dashboard.refund(invoiceId, 5_000);
    await system.billing.sweep();
    expect(await user.grants()).toHaveLength(1);
    expect(await user.balance()).toBe(15_000);
    expect(await user.differences()).toEqual([]);
  });

  test('reported while the invoice is not yet found paid removes the credits once it is', async () => {
    const user = system.addUser();
    const { paymentIntentId } = await user.pay('launch', PAYS);
    const invoiceId = (await system.local.gateway.intent(paymentIntentId))?.invoiceId ?? '';
    await system.local.dashboard.refund(invoiceId, 5_000);
    let late = true;
    const { billing } = await system.otherProcess({
      gateway: (real) => ({
        invoice: async (id) => {
          const invoice = await real.invoice(id);
          return invoice && late ? { ...invoice, status: 'open', paidAt: undefined } : invoice;
        },
      }),
    });
    await billing.sweep();
    expect(await user.balance()).toBe(0);
    late = false;
    await billing.sweep();
    expect(await user.balance()).toBe(15_000);
  });

  test('of an invoice that Hark refunded itself removes nothing', async () => {
    const { user } = await addPaidUser(system);
    const { customerId } = (await system.billing.subscriptions.accountOf(user.uid)) as { customerId: string };
    const second = await system.local.gateway.startSubscription({
      customerId,
      plan: 'dominate',
      key: `by hand:${user.uid}`,
    });
    await system.local.browser.confirm(second.clientSecret, PAYS);
    await system.billing.sweep();
    await system.billing.sweep();
    expect(await system.local.refunded(second.intentId)).toBe(100_000);
    expect(await refundEvents(user)).toEqual([]);
    expect(await user.balance()).toBe(20_000);
  });
});

describe('the refund of a second payment by Hark', () => {
  useBilling();

  async function secondPayment() {
    const { user } = await addPaidUser(system);
    const { customerId } = (await system.billing.subscriptions.accountOf(user.uid)) as { customerId: string };
    const key = `by hand:${user.uid}`;
    const second = await system.local.gateway.startSubscription({ customerId, plan: 'dominate', key });
    await system.local.browser.confirm(second.clientSecret, PAYS);
    return { user, ...second };
  }
  const reversalsOf = async (invoiceId: string) =>
    (await system.local.gateway.reversals(invoiceId)).reversals.map(({ id, amount }) => ({ id, amount }));

  test('is retried after it failed at the bank, three times in total', async () => {
    const { user, intentId, invoiceId } = await secondPayment();
    await system.billing.sweep();
    for (let created = 1; created <= 3; created++) {
      // Refunds of one second have no order.
      const all = (await reversalsOf(invoiceId)).sort((one, other) => one.amount - other.amount);
      expect(all.map(({ amount }) => amount)).toEqual([...Array<number>(created - 1).fill(0), 100_000]);
      await system.local.dashboard.failRefund(all.at(-1)?.id ?? '');
      await Promise.all([system.billing.sweep(), system.billing.sweep()]);
    }
    expect(await system.local.refunded(intentId)).toBe(0);
    expect(await reversalsOf(invoiceId)).toHaveLength(3);
    expect(await user.balance()).toBe(20_000);
    expect(await user.differences()).toEqual([
      expect.stringMatching(/^the refund of invoice in_\w+ has failed since .*: return the money manually$/),
    ]);
  });

  test('is reported by the audit after three failures until the money is returned manually', async () => {
    const { user, invoiceId } = await secondPayment();
    await system.billing.sweep();
    for (let created = 1; created <= 3; created++) {
      const latest = (await reversalsOf(invoiceId)).find(({ amount }) => amount > 0);
      await system.local.dashboard.failRefund(latest?.id ?? '');
      await system.billing.sweep();
    }
    expect(await user.differences()).toHaveLength(1);
    const { customerId } = (await system.billing.subscriptions.accountOf(user.uid)) as { customerId: string };
    await system.local.dashboard.giveCredit(customerId, 100_000, { refund_of: invoiceId });
    await system.billing.sweep();
    expect(await user.differences()).toEqual([]);
    expect(await reversalsOf(invoiceId)).toHaveLength(4);
  });

  test('is made after a dispute that prevented it was won', async () => {
    const { user, intentId, invoiceId } = await secondPayment();
    const dispute = await system.local.dashboard.dispute(invoiceId);
    await system.billing.sweep();
    expect(await system.local.refunded(intentId)).toBe(0);
    await system.local.dashboard.winDispute(dispute);
    await system.billing.sweep();
    expect(await system.local.refunded(intentId)).toBe(100_000);
    expect(await user.balance()).toBe(20_000);
  });
});

describe('a dispute', () => {
  useBilling();

  test('removes credits when its funds are withdrawn and returns exactly those when it is won', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    const dispute = await system.local.dashboard.dispute(invoiceId);
    await system.billing.sweep();
    expect(await user.balance()).toBe(0);
    await system.local.dashboard.winDispute(dispute);
    await system.billing.sweep();
    expect(await user.balance()).toBe(20_000);
    expect((await refundEvents(user)).map(({ amount, source }) => [amount, source])).toEqual([
      [-20_000, { kind: 'dispute', id: dispute }],
      [20_000, { kind: 'dispute', id: dispute }],
    ]);
    expect(await user.differences()).toEqual([]);
  });

  test('that is won first pays the debt that it left', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    await user.spend(12_000);
    const dispute = await system.local.dashboard.dispute(invoiceId);
    await system.billing.sweep();
    await system.local.dashboard.winDispute(dispute);
    await system.billing.sweep();
    expect((await refundEvents(user)).map(({ balance }) => balance)).toEqual([
      { available: 0, held: 0, debt: 12_000 },
      { available: 8_000, held: 0, debt: 0 },
    ]);
  });

  test('that is lost keeps the credits removed, and an inquiry removes none', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    await system.local.dashboard.dispute(invoiceId, { inquiry: true });
    await system.billing.sweep();
    expect(await user.balance()).toBe(20_000);
    await system.local.dashboard.loseDispute(
      await system.local.dashboard.dispute(invoiceId, { amount: 8_000 }),
    );
    await system.billing.sweep();
    await system.billing.sweep();
    expect(await user.balance()).toBe(12_000);
  });

  test('of a partly refunded payment removes no more than was granted, and the refund stays when it is won', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    await system.local.dashboard.refund(invoiceId, 15_000);
    const dispute = await system.local.dashboard.dispute(invoiceId);
    await system.billing.sweep();
    expect((await refundEvents(user)).reduce((sum, { amount }) => sum + amount, 0)).toBe(-20_000);
    await system.local.dashboard.winDispute(dispute);
    await system.billing.sweep();
    expect(await user.balance()).toBe(5_000);
    expect(await user.differences()).toEqual([]);
  });
});

describe('concurrent processes and crashes', () => {
  useBilling();

  test('concurrent sweeps remove the credits of each refund once', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    const others = await Promise.all([system.otherProcess(), system.otherProcess()]);
    for (const amount of [1_000, 2_000, 3_000]) await system.local.dashboard.refund(invoiceId, amount);
    await Promise.all([system.billing, ...others.map(({ billing }) => billing)].map((one) => one.sweep()));
    expect(await user.balance()).toBe(14_000);
    expect(await refundEvents(user)).toHaveLength(3);
    expect(await user.differences()).toEqual([]);
  });

  test.each(['before', 'after'] as const)(
    'a process that crashes %s the ledger event leaves it to the next, which appends it once',
    async (when) => {
      const { user, invoiceId } = await addPaidUser(system);
      await system.local.dashboard.refund(invoiceId, 5_000);
      const { billing: crashing } = await system.otherProcess({
        ledger: (real) => ({
          execute: failingOnce(real.execute, when, (_stream, { type }) => type === 'refund'),
        }),
      });
      await crashing.sweep();
      await system.billing.sweep();
      expect(await user.balance()).toBe(15_000);
      expect(await refundEvents(user)).toHaveLength(1);
      expect(await user.differences()).toEqual([]);
    },
  );

  test('a refund that failed before any step was stored is returned by a process with older state', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    const refund = await system.local.dashboard.refund(invoiceId, 5_000);
    const { billing: slow } = await system.otherProcess({
      gateway: (real) => {
        let first = true;
        return {
          reversals: async (id) => {
            const seen = await real.reversals(id);
            if (!first || id !== invoiceId) return seen;
            first = false;
            // Another process handles the failure and finds nothing to change.
            await system.local.dashboard.failRefund(refund);
            await system.billing.sweep();
            return seen;
          },
        };
      },
    });
    await slow.sweep();
    await system.billing.sweep();
    expect(await user.balance()).toBe(20_000);
    expect(await user.differences()).toEqual([]);
  });

  test('a process with provider state from before the failure changes nothing', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    const refund = await system.local.dashboard.refund(invoiceId, 5_000);
    const { billing: slow } = await system.otherProcess({
      gateway: (real) => {
        let first = true;
        return {
          reversals: async (id) => {
            const seen = await real.reversals(id);
            if (!first || id !== invoiceId) return seen;
            first = false;
            // Meanwhile another process handles the refund, its failure, and another refund.
            await system.billing.sweep();
            await system.local.dashboard.failRefund(refund);
            await system.local.dashboard.refund(invoiceId, 1_000);
            await system.billing.sweep();
            return seen;
          },
        };
      },
    });
    await slow.sweep();
    expect(await user.balance()).toBe(19_000);
    expect(await user.differences()).toEqual([]);
  });
});

describe('the audit', () => {
  useBilling();

  test('reports a paid invoice that was not granted for an hour', async () => {
    const user = system.addUser();
    await user.pay('launch', PAYS);
    const { billing: failing } = await system.otherProcess({
      gateway: (real) => ({
        invoice: async (id) => {
          const invoice = await real.invoice(id);
          const paidAt = new Date(Date.now() - 3_700_000);
          return invoice?.paidAt && { ...invoice, paidAt };
        },
      }),
      ledger: () => ({ execute: () => Promise.reject(new ProviderUnavailable('no ledger')) }),
    });
    await failing.sweep();
    expect(await user.differences()).toEqual([
      expect.stringMatching(/^is missing: invoice in_\w+, unfinished since .*, calls for it$/),
    ]);
  });

  test('reports a refund event without a step, and a step without an event', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    await user.execute({
      type: 'refund',
      key: `refund:${invoiceId}:7`,
      amount: -1,
      source: { kind: 'refund', id: 're_nobody' },
      reason: 'by hand',
    });
    expect(await user.differences()).toEqual(['has no cause among the refunds']);
    const { user: other, invoiceId: lost } = await addPaidUser(system);
    await system.local.dashboard.refund(lost, 5_000);
    const { billing: lossy } = await system.otherProcess({
      ledger: (real) => ({
        execute: (stream, command) =>
          command.type === 'refund'
            ? Promise.resolve({ ok: true, event: {} as never, repeated: false })
            : real.execute(stream, command),
      }),
    });
    await lossy.sweep();
    expect(await other.differences()).toEqual([
      expect.stringMatching(/^is missing: refund re_\w+ of invoice in_\w+ calls for it$/),
    ]);
  });
});
