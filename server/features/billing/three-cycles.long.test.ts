import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLAN_IDS, PLANS, type PlanId } from '#shared/plans.ts';
import { accountKeyOf } from '#server/emulators/stripe/account.ts';
import { LOCAL_STRIPE_KEYS } from '#server/emulators/stripe/local-stripe-feature.ts';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { signature } from '#server/emulators/stripe/webhook-delivery.ts';
import type { PaymentEvent } from '#server/providers/payments/port.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { FULL } from '#server/testing/full.ts';
import { startBilling, type BillingHarness, type TestUser } from './testing/billing-harness.ts';
import { sendWebhook } from './testing/webhook-inbox.ts';

/**
 * Any three billing cycles with refunds and disputes among them grant and remove exactly the right credits, whatever
 * becomes of the events and of the processes that handle them.
 */
const RUNS = FULL ? 8 : 1;
const TIMEOUT_MS = FULL ? 900_000 : 150_000;

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

const ACTS = ['refund', 'failed refund', 'dispute', 'won dispute', 'lost dispute', 'inquiry'] as const;
const act = fc.record({ kind: fc.constantFrom(...ACTS), cents: fc.integer({ min: 1, max: 25_000 }) });
const cycle = fc.record({
  acts: fc.array(act, { minLength: 1, maxLength: 3 }),
  spent: fc.nat(5_000),
  /** Whether events are handled before the next cycle begins. */
  handled: fc.boolean(),
});
const crash = fc.record({
  nth: fc.integer({ min: 1, max: 12 }),
  when: fc.constantFrom('before', 'after'),
});
const scenario = fc.record({
  plan: fc.constantFrom(...PLAN_IDS),
  cycles: fc.array(cycle, { minLength: 3, maxLength: 3 }),
  crashes: fc.array(crash, { minLength: 3, maxLength: 5 }),
  order: fc.nat(),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;
type Act = Scenario['cycles'][number]['acts'][number];

/** What happened at the payment provider: by invoice, the cents that went back, by refund or dispute. */
type Reversed = Map<string, Map<string, number>>;

/** Does what support, bank or cardholder may do to the payment of an invoice; skips what the provider refuses. */
async function perform(
  { kind, cents }: Act,
  invoiceId: string,
  total: number,
  reversed: Map<string, number>,
) {
  const { dashboard } = system.local;
  const refunded = [...reversed].filter(([id]) => id.startsWith('re_'));
  const rest = total - refunded.reduce((sum, [, amount]) => sum + amount, 0);
  const disputed = [...reversed].some(([id, amount]) => id.startsWith('dp_') && amount > 0);
  if (kind === 'refund' || kind === 'failed refund') {
    if (rest === 0 || disputed) return;
    const amount = Math.min(cents, rest);
    const refund = await dashboard.refund(invoiceId, amount);
    if (kind === 'failed refund') await dashboard.failRefund(refund);
    reversed.set(refund, kind === 'refund' ? amount : 0);
    return;
  }
  if (disputed) return;
  const amount = Math.min(cents, total);
  const dispute = await dashboard.dispute(invoiceId, { amount, inquiry: kind === 'inquiry' });
  if (kind === 'won dispute') await dashboard.winDispute(dispute);
  if (kind === 'lost dispute' || kind === 'inquiry') await dashboard.loseDispute(dispute);
  reversed.set(dispute, kind === 'dispute' || kind === 'lost dispute' ? amount : 0);
}

/** Processes that crash one after the other, each at one of its reads or writes; the last one does not. */
function crashingProcesses(crashes: Scenario['crashes']) {
  const rest = [...crashes];
  return async () => {
    const next = rest.shift();
    if (next === undefined) return { billing: system.billing, died: new Promise<never>(() => undefined) };
    const interruption = interruptAt(next.nth, next.when);
    const { billing } = await system.otherProcess({
      ledger: (real) => interruption.around(real, ['execute']),
      gateway: (real) => interruption.around(real, ['invoice', 'subscription', 'reversals']),
    });
    return { billing, died: interruption.reached.then(() => 'died' as const) };
  };
}

/** Returns in an order that depends on `seed` alone. */
function shuffled<T>(items: readonly T[], seed: string): T[] {
  const rank = (at: number) =>
    createHash('sha256')
      .update(`${seed}:${String(at)}`)
      .digest('hex');
  const ranked = items.map((item, at) => ({ item, rank: rank(at) }));
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ item }) => item);
}

/** Returns a signed webhook of an event, with no more in it than the ids. */
function webhookOf({ id, type, subject }: PaymentEvent) {
  const object =
    subject.kind === 'payment'
      ? { object: 'charge', id: 'ch_of_the_payment', payment_intent: subject.id }
      : subject.kind === 'other'
        ? { object: 'other' }
        : { object: subject.kind, id: subject.id };
  const body = JSON.stringify({ id, object: 'event', type, data: { object } });
  return { body, signature: signature(body, LOCAL_STRIPE_KEYS.webhookSecret, new Date()) };
}

/** Handles events until the next cycle begins, or, at last, until there are none. */
type Handler = (moment: { at: number; last: boolean }) => Promise<void>;

/** Delivers each event twice, shuffled, a few at once; what a dying process did not acknowledge is delivered again. */
function byWebhooks({ crashes, order }: Scenario, customerId: string): Handler {
  const nextProcess = crashingProcesses(crashes);
  const seen = new Set<string>();
  let pending: PaymentEvent[] = [];
  return async ({ at, last }) => {
    for await (const event of system.local.gateway.eventsSince(new Date(Date.now() - 3_600_000))) {
      const { subject } = event;
      if (seen.has(event.id) || subject.kind === 'other') continue;
      seen.add(event.id);
      if (accountKeyOf(subject.id) === accountKeyOf(customerId)) pending.push(event, event);
    }
    pending = shuffled(pending, `${String(order)}:${String(at)}`);
    let kept = last ? 0 : Math.floor(pending.length / 2);
    let process = await nextProcess();
    while (pending.length > kept) {
      const batch = pending.splice(0, Math.min(3, pending.length - kept));
      system.local.webhook = process.billing.stripeWebhook;
      const statuses = batch.map((event) =>
        Promise.race([
          sendWebhook(system.local.origin, webhookOf(event)).catch(() => 'closed' as const),
          process.died,
        ]),
      );
      const acknowledged = await Promise.all(statuses);
      pending.push(...batch.filter((_, index) => acknowledged[index] !== 200));
      if (acknowledged.includes('died')) process = await nextProcess();
      kept = last ? 0 : kept;
    }
  };
}

/** Loses every webhook: only sweeps, of which some die on the way, see the events. */
function bySweeps({ crashes }: Scenario): Handler {
  const nextProcess = crashingProcesses(crashes);
  return async ({ last }) => {
    for (;;) {
      const process = await nextProcess();
      const outcome = await Promise.race([process.billing.sweep(), process.died]);
      if (outcome !== 'died' || !last) break;
    }
    if (last) await system.billing.sweep();
  };
}

/** Lives through the cycles. Returns what was reversed of each invoice, and the credits that were spent. */
async function live(user: TestUser, { plan, cycles }: Scenario, subscriptionId: string, handle: Handler) {
  const reversed: Reversed = new Map();
  let spent = 0;
  for (const [at, { acts, spent: wanted, handled }] of cycles.entries()) {
    if (at > 0) await system.local.advance(user.email, 32);
    const invoiceId = (await system.local.gateway.subscription(subscriptionId))?.latestInvoiceId ?? '';
    const ofInvoice = new Map<string, number>();
    reversed.set(invoiceId, ofInvoice);
    if (handled) await handle({ at, last: false });
    const credits = Math.min(wanted, await user.balance());
    if (credits > 0) await user.spend(credits);
    spent += credits;
    for (const one of acts) await perform(one, invoiceId, PLANS[plan].amount * 100, ofInvoice);
  }
  await handle({ at: cycles.length, last: true });
  return { reversed, spent };
}

/** Checks grants, removed credits and balance against what happened at the payment provider, to the credit. */
async function expectExact(
  user: TestUser,
  plan: PlanId,
  { reversed, spent }: { reversed: Reversed; spent: number },
) {
  const { assignedCredits: granted } = PLANS[plan].benefits;
  const total = PLANS[plan].amount * 100;
  const share = (amounts: Map<string, number>) => {
    const back = [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
    return back >= total ? granted : Math.floor((granted * back) / total);
  };
  const grants = await user.grants();
  expect(grants.sort()).toEqual([...reversed.keys()].map((id) => `grant:invoice:${id}`).sort());
  const events = await user.events();
  for (const [invoiceId, amounts] of reversed) {
    const removed = events
      .filter(({ type, key }) => type === 'refund' && key.startsWith(`refund:${invoiceId}:`))
      .reduce((sum, { amount }) => sum - amount, 0);
    expect([invoiceId, removed]).toEqual([invoiceId, share(amounts)]);
  }
  const removed = [...reversed.values()].reduce((sum, amounts) => sum + share(amounts), 0);
  const { available, held, debt } = events.at(-1)?.balance ?? expect.fail('no event');
  expect(available + held - debt).toBe(reversed.size * granted - removed - spent);
  expect(await user.differences()).toEqual([]);
  expect(await user.api.subscription({})).toMatchObject({ status: 'active', planId: plan });
}

test.each([
  ['every event delivered twice, shuffled, to processes that crash', byWebhooks],
  ['every webhook lost and sweeps that crash', bySweeps],
] as const)(
  'three cycles with refunds and disputes are exact, with %s',
  { timeout: TIMEOUT_MS },
  async (_name, handlerOf) => {
    const property = fc.asyncProperty(scenario, async (given) => {
      const user = system.addUser();
      const { subscriptionId, customerId } = await user.pay(given.plan, PAYS);
      const handler = handlerOf(given, customerId);
      await expectExact(user, given.plan, await live(user, given, subscriptionId, handler));
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  },
);
