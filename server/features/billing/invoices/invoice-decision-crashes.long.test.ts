import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { BillingRecords } from '#server/features/billing/billing-records.ts';
import {
  startBilling,
  type BillingHarness,
  type Overrides,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';
import { failingOnce } from '#server/features/billing/testing/failing-once.ts';
import { createPurchases, type Purchase } from '#server/features/billing/testing/test-purchases.ts';

let system: BillingHarness;
let purchases: ReturnType<typeof createPurchases>;
beforeAll(async () => {
  system = await startBilling();
  system.local.webhook = system.billing.stripeWebhook;
  purchases = createPurchases(system);
});
afterAll(() => system.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

/** A step of settling at which the process crashes. */
interface CrashPoint {
  overrides?: (purchase: Purchase) => Overrides;
  /** Crashes at a write to billing's own records, which no port wraps. */
  record?: 'decide' | 'saveOutcome';
  when: 'before' | 'after';
}

function crashAtRecord(method: 'decide' | 'saveOutcome', when: 'before' | 'after'): void {
  const real = BillingRecords.prototype[method] as (id: string, what: never) => Promise<never>;
  vi.spyOn(BillingRecords.prototype, method).mockImplementationOnce(async function (
    this: BillingRecords,
    id: string,
    what: never,
  ) {
    if (when === 'after') await real.call(this, id, what);
    throw new Error('The process crashed');
  } as never);
}

async function settle(user: TestUser, { paymentIntentId }: Purchase, api = user.api) {
  return api.createSubscriptionAfterPayment({ paymentIntentId });
}

async function settleAndCrash(user: TestUser, purchase: Purchase, point: CrashPoint): Promise<void> {
  const { billing: crashing } = await system.otherProcess(point.overrides?.(purchase));
  if (point.record !== undefined) crashAtRecord(point.record, point.when);
  await expect(settle(user, purchase, user.apiOf(crashing))).rejects.toMatchObject({
    code: expect.stringMatching(/BAD_GATEWAY|INTERNAL_SERVER_ERROR/) as string,
  });
}

const atLedger = (when: CrashPoint['when']): CrashPoint => ({
  when,
  overrides: () => ({ ledger: (real) => ({ execute: failingOnce(real.execute, when) }) }),
});

describe('a process that crashes while granting an invoice', () => {
  const points: [string, CrashPoint, 'granted' | 'refunded'][] = [
    ['before the decision is recorded', { record: 'decide', when: 'before' }, 'refunded'],
    ['after the decision is recorded', { record: 'decide', when: 'after' }, 'granted'],
    ['before the credits are granted', atLedger('before'), 'granted'],
    ['after the credits are granted', atLedger('after'), 'granted'],
    ['before the outcome is stored', { record: 'saveOutcome', when: 'before' }, 'granted'],
    ['after the outcome is stored', { record: 'saveOutcome', when: 'after' }, 'granted'],
  ];
  test.each(points)('%s leaves a result that another plan cannot change', async (_name, point, outcome) => {
    const user = system.addUser();
    const first = await purchases.openSalesPlan(user, 'launch');
    await settleAndCrash(user, first, point);
    await purchases.end(first);
    const other = await purchases.openSalesPlan(user, 'scale');
    await purchases.deliverInvoiceEvent('invoice.paid', other.invoiceId);
    await purchases.deliverInvoiceEvent('invoice.paid', first.invoiceId);
    await settle(user, first).catch(() => undefined);
    const granted = outcome === 'granted';
    expect((await user.grants()).includes(`grant:invoice:${first.invoiceId}`)).toBe(granted);
    expect(await user.balance()).toBe(granted ? 80_000 : 60_000);
    expect(await system.local.refunded(first.paymentIntentId)).toBe(granted ? 0 : 20_000);
    expect(await user.differences()).toEqual([]);
  });
});

describe('a process that crashes while refunding an invoice', () => {
  const atRefund = (when: CrashPoint['when']): CrashPoint => ({
    when,
    overrides: () => ({ gateway: (real) => ({ refundInvoice: failingOnce(real.refundInvoice, when) }) }),
  });
  const atEnd = (when: CrashPoint['when']): CrashPoint => ({
    when,
    overrides: () => ({ gateway: (real) => ({ cancelNow: failingOnce(real.cancelNow, when) }) }),
  });
  const atSync: CrashPoint = {
    when: 'before',
    overrides: ({ subscriptionId }) => ({
      gateway: (real) => ({
        subscription: failingOnce(real.subscription, 'before', (id) => id === subscriptionId),
      }),
    }),
  };
  const points: [string, CrashPoint, 'granted' | 'refunded'][] = [
    ['before the decision is recorded', { record: 'decide', when: 'before' }, 'granted'],
    ['after the decision is recorded', { record: 'decide', when: 'after' }, 'refunded'],
    ['before the money is returned', atRefund('before'), 'refunded'],
    ['after the money is returned', atRefund('after'), 'refunded'],
    ['before the subscription is ended', atEnd('before'), 'refunded'],
    ['after the subscription is ended', atEnd('after'), 'refunded'],
    ['before the end of the subscription is stored', atSync, 'refunded'],
    ['before the outcome is stored', { record: 'saveOutcome', when: 'before' }, 'refunded'],
    ['after the outcome is stored', { record: 'saveOutcome', when: 'after' }, 'refunded'],
  ];
  test.each(points)(
    '%s leaves a result that the end of the first plan cannot change',
    async (_name, point, outcome) => {
      const user = system.addUser();
      const live = await purchases.buy(user, 'launch');
      const second = await purchases.openSalesPlan(user, 'scale');
      await settleAndCrash(user, second, point);
      await purchases.end(live);
      await purchases.deliverInvoiceEvent('invoice.paid', second.invoiceId);
      await settle(user, second).catch(() => undefined);
      const granted = outcome === 'granted';
      expect(await user.grants()).toHaveLength(granted ? 2 : 1);
      expect(await user.balance()).toBe(granted ? 80_000 : 20_000);
      expect(await system.local.refunded(second.paymentIntentId)).toBe(granted ? 0 : 60_000);
      expect((await system.local.gateway.subscription(second.subscriptionId))?.status).toBe(
        granted ? 'active' : 'canceled',
      );
      expect(await system.billing.subscriptions.isSubscribed(user.uid)).toBe(granted);
      expect(await user.differences()).toEqual([]);
    },
  );
});

describe('concurrent settlement', () => {
  /** Delays the first decision to be stored until `resume` is called. */
  function holdFirstDecision() {
    let resume = (): void => undefined;
    const resumed = new Promise<void>((resolve) => (resume = resolve));
    const real = Object.getOwnPropertyDescriptor(BillingRecords.prototype, 'decide')?.value as (
      ...args: Parameters<BillingRecords['decide']>
    ) => ReturnType<BillingRecords['decide']>;
    const decide = vi.spyOn(BillingRecords.prototype, 'decide').mockImplementationOnce(async function (
      this: BillingRecords,
      ...args
    ) {
      await resumed;
      return real.apply(this, args);
    });
    const reached = () =>
      vi.waitFor(() => {
        expect(decide).toHaveBeenCalled();
      });
    return { resume, reached };
  }

  test('a slow process that would grant refunds if another decided so first', async () => {
    const user = system.addUser();
    const first = await purchases.openSalesPlan(user, 'launch');
    const { resume, reached } = holdFirstDecision();
    const slow = settle(user, first);
    slow.catch(() => undefined);
    await reached();
    await purchases.end(first);
    const other = await purchases.openSalesPlan(user, 'scale');
    await purchases.deliverInvoiceEvent('invoice.paid', other.invoiceId);
    await purchases.deliverInvoiceEvent('invoice.paid', first.invoiceId);
    resume();
    await expect(slow).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await user.grants()).toEqual([`grant:invoice:${other.invoiceId}`]);
    expect(await system.local.refunded(first.paymentIntentId)).toBe(20_000);
    expect(await user.differences()).toEqual([]);
  });

  test('a slow process that would refund grants if another decided so first', async () => {
    const user = system.addUser();
    const live = await purchases.buy(user, 'launch');
    const second = await purchases.openSalesPlan(user, 'scale');
    const { resume, reached } = holdFirstDecision();
    const slow = settle(user, second);
    await reached();
    await purchases.end(live);
    await purchases.deliverInvoiceEvent('invoice.paid', second.invoiceId);
    resume();
    expect(await slow).toMatchObject({ subscriptionId: second.subscriptionId, balance: 80_000 });
    expect(await system.local.refunded(second.paymentIntentId)).toBe(0);
    expect(await system.billing.subscriptions.isSubscribed(user.uid)).toBe(true);
    expect(await user.differences()).toEqual([]);
  });

  test('of two plans paid at once one is granted and the other refunded, in any process', async () => {
    const { billing: other } = await system.otherProcess();
    const users = [system.addUser(), system.addUser(), system.addUser()];
    for (const user of users) {
      const [a, b] = [
        await purchases.openSalesPlan(user, 'launch'),
        await purchases.openSalesPlan(user, 'scale'),
      ];
      const apis = [user.api, user.apiOf(other), user.api, user.apiOf(other)];
      const results = await Promise.allSettled(
        apis.flatMap((api) => [settle(user, a, api), settle(user, b, api)]),
      );
      const refusals = results.flatMap((result) =>
        result.status === 'rejected' ? [result.reason as unknown] : [],
      );
      expect(refusals).toHaveLength(apis.length);
      for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'CONFLICT' });
      const granted = await user.grants();
      expect(granted).toHaveLength(1);
      for (const { invoiceId, paymentIntentId } of [a, b]) {
        const refunded = await system.local.refunded(paymentIntentId);
        expect(refunded > 0).toBe(!granted.includes(`grant:invoice:${invoiceId}`));
      }
      expect(await user.differences()).toEqual([]);
    }
  });
});
