import type { mongo } from 'mongoose';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { halfOf, type At, type Factories } from './known-ids.ts';

/** Returns the documents of billing, and of credits beside their events, by collection. */
export function billingFactories(at: At, size: number): Factories {
  return {
    billing_accounts: (i) => ({
      _id: `u-${String(i)}`,
      customerId: `cus-${String(i)}`,
      checkout: { n: 1, plan: 'launch' },
      ...(i % 1_000 === 0 && { detailsRevision: 1, detailsDueAt: at(-HOUR_MS) }),
      ...(i % 1_000 === 500 && { removedCards: ['pm'], cardsRevision: 1, cardsDueAt: at(-HOUR_MS) }),
      ...(i % 2 === 0 && { liveSubscriptionId: `sub-${String(i * 5)}` }),
      ...(i % 100 !== 0 && { cardCheckAt: at(DAY_MS) }),
    }),
    billing_subscriptions: (i) => ({
      _id: `sub-${String(i)}`,
      uid: `u-${String(Math.floor(i / 5))}`,
      status: i % 5 === 0 ? 'active' : 'canceled',
      createdAt: at(-i * HOUR_MS),
      revision: 3,
    }),
    billing_invoices: (i) => ({
      _id: `in-${String(i)}`,
      uid: halfOf(i, 'u'),
      streamId: halfOf(i, 's'),
      status: 'paid',
      reason: 'renewal',
      plan: 'launch',
      subscriptionId: `sub-${String(i)}`,
      planTotal: 100,
      outcome: 'granted',
      createdAt: at(-i * HOUR_MS),
      revision: 3,
    }),
    billing_refund_steps: (i) => refundStep(i, at),
    billing_credit_alerts: creditAlert,
    billing_auto_purchases: (i) => autoPurchase(i, at),
    purchase_counts: (i) => ({ key: `purchase:u-${String(i)}`, points: 1, expire: at(HOUR_MS) }),
    billing_mails: (i) => billingMail(i, at),
    billing_events: (i) => ({ _id: `evt-${String(i)}`, type: 'x', handledAt: at(-HOUR_MS) }),
    credit_adjustments: (i) => ({
      _id: `adjust:${String(i)}`,
      streamId: halfOf(i, 's'),
      amount: 1,
      reason: 'r',
      by: 'b',
      outcome: 'done',
    }),
    credit_days: (i) => {
      const streamId = halfOf(i, 's');
      const day = at(-i * DAY_MS)
        .toISOString()
        .slice(0, 10);
      return { _id: `${streamId}:${day}`, streamId, day, version: size - i };
    },
    credit_heads: (i) => ({ _id: `s-${String(i)}`, version: 1, hash: 'h' }),
  };
}

/** Returns refund step number `i`, two of an invoice. `at` adds milliseconds to the time of the test. */
function refundStep(i: number, at: At): mongo.Document {
  return {
    _id: `in-${String(Math.floor(i / 2))}:${String((i % 2) + 1)}`,
    invoiceId: `in-${String(Math.floor(i / 2))}`,
    n: (i % 2) + 1,
    uid: halfOf(i, 'u'),
    streamId: halfOf(i, 's'),
    kind: 'refund',
    sourceId: `re-${String(i)}`,
    before: 0,
    after: 1,
    credits: -1,
    reason: 'r',
    at: at(-HOUR_MS),
    doneAt: at(-HOUR_MS),
  };
}

/** Returns the credit reminder of user `i`; every second one is on. */
function creditAlert(i: number): mongo.Document {
  return {
    _id: `u-${String(i)}`,
    streamId: `s-${String(i)}`,
    ...(i % 2 === 0 && { threshold: 5_000 }),
    armed: true,
    n: 1,
    version: 1,
  };
}

/** Returns the automatic purchase of user `i`; every second one is on, and few have an order. */
function autoPurchase(i: number, at: At): mongo.Document {
  return {
    _id: `u-${String(i)}`,
    streamId: `s-${String(i)}`,
    threshold: 5_000,
    credits: 5_000,
    maxPerMonth: 3,
    cardId: 'pm',
    ...(i % 2 === 0 && { onSince: at(-DAY_MS) }),
    revision: 1,
    n: i % 1_000 === 0 ? 1 : 0,
    month: '2026-11',
    bought: 0,
    ...(i % 1_000 === 0 && {
      order: { n: 1, credits: 5_000, cardId: 'pm', revision: 1, tries: 0 },
      dueAt: at(-HOUR_MS),
    }),
    version: 1,
  };
}

/** Returns billing mail number `i`, five of a user; few are due. */
function billingMail(i: number, at: At): mongo.Document {
  return {
    _id: `granted:in-${String(i)}`,
    uid: `u-${String(Math.floor(i / 5))}`,
    notice: { kind: 'plan_renewed', invoiceId: `in-${String(i)}` },
    at: at(-HOUR_MS),
    ...(i % 1_000 === 0 && { dueAt: at(-HOUR_MS) }),
  };
}
