import { describe, expect, test } from 'vitest';
import type { SavedCard } from '#server/providers/payments/port.ts';
import type { SubscriptionRecord } from './billing-records-model.ts';
import { cardName, isActive, planDetail, presentCard, presentSubscription } from './present-billing.ts';
import { endOf, renewalOf } from './subscriptions/plan-end.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const END = new Date('2026-12-20T09:30:00Z');
const after = (ms: number) => new Date(END.getTime() + ms);

const SUBSCRIPTION: SubscriptionRecord = {
  _id: 'sub_1',
  uid: 'ana',
  customerId: 'cus_1',
  plan: 'scale',
  status: 'active',
  periodStart: NOW,
  periodEnd: END,
  cancelAtPeriodEnd: false,
  cancelAt: undefined,
  latestInvoiceId: 'in_1',
  createdAt: NOW,
};
const ACTIVE = {
  subscriptionId: 'sub_1',
  planId: 'scale',
  planName: 'Scale',
  amount: 600,
  status: 'active',
  current_period_end: END.toISOString(),
  cancel_at_period_end: false,
  cancel_at: null,
  unpaid_invoice_id: null,
};
const CANCELLED = { ...ACTIVE, cancel_at_period_end: true, cancel_at: END.toISOString() };

test.each<[string, Partial<SubscriptionRecord>, Date, object]>([
  ['an active one', {}, NOW, ACTIVE],
  ['one whose renewal is not known yet', {}, after(1), ACTIVE],
  ['a cancelled one', { cancelAtPeriodEnd: true }, after(-1), CANCELLED],
  [
    'a cancelled one at its end, of which no event has come',
    { cancelAtPeriodEnd: true },
    END,
    { ...CANCELLED, subscriptionId: null, status: 'canceled' },
  ],
  [
    'one that is cancelled for a later day',
    { cancelAtPeriodEnd: true, cancelAt: after(5) },
    END,
    { ...CANCELLED, cancel_at: after(5).toISOString() },
  ],
  [
    'one that was not paid',
    { status: 'past_due' },
    NOW,
    { ...ACTIVE, subscriptionId: null, status: 'past_due', unpaid_invoice_id: 'in_1' },
  ],
  [
    'one that was not paid and has no invoice',
    { status: 'past_due', latestInvoiceId: undefined },
    NOW,
    { ...ACTIVE, subscriptionId: null, status: 'past_due' },
  ],
  ['one that ended', { status: 'canceled' }, NOW, { ...ACTIVE, subscriptionId: null, status: 'canceled' }],
  [
    'one of a plan that is not in the catalogue',
    { plan: undefined },
    NOW,
    { ...ACTIVE, planId: '', planName: '', amount: 0 },
  ],
])('a subscription is shown as it is now: %s', (_what, change, now, view) => {
  expect(presentSubscription({ ...SUBSCRIPTION, ...change }, now)).toEqual(view);
});

test('a user without a subscription has none', () => {
  expect(presentSubscription(undefined, NOW)).toEqual({
    subscriptionId: null,
    planId: '',
    planName: '',
    amount: 0,
    status: 'none',
    current_period_end: null,
    cancel_at_period_end: false,
    cancel_at: null,
    unpaid_invoice_id: null,
  });
});

describe('the end of a plan', () => {
  const plan = { cancelAtPeriodEnd: false, cancelAt: undefined, periodEnd: END };
  test.each<[string, Partial<SubscriptionRecord>, Date | undefined, Date | undefined]>([
    ['that is not cancelled', {}, undefined, END],
    ['that had another end before that was undone', { cancelAt: after(-1) }, undefined, END],
    ['that is cancelled', { cancelAtPeriodEnd: true }, END, undefined],
    ['that ends with its period', { cancelAtPeriodEnd: true, cancelAt: END }, END, undefined],
    ['that ends before', { cancelAtPeriodEnd: true, cancelAt: after(-1) }, after(-1), undefined],
    ['that renews and ends later', { cancelAtPeriodEnd: true, cancelAt: after(1) }, after(1), END],
  ])('%s', (_what, change, end, renewal) => {
    const cancelled = { ...plan, ...change };
    expect([endOf(cancelled), renewalOf(cancelled)]).toEqual([end, renewal]);
  });

  test('makes it inactive from its moment on', () => {
    const ending = { ...SUBSCRIPTION, cancelAtPeriodEnd: true };
    expect([-1, 0].map((ms) => isActive(ending, after(ms)))).toEqual([true, false]);
    expect(isActive({ ...SUBSCRIPTION, status: 'incomplete' }, NOW)).toBe(false);
  });
});

test('a card is named by its brand and its last digits', () => {
  const card: SavedCard = {
    id: 'pm_1',
    brand: 'mastercard',
    last4: '4444',
    expMonth: 2,
    expYear: 2031,
    fingerprint: 'f',
    createdAt: NOW,
  };
  expect(cardName(card)).toBe('Mastercard ending in 4444');
  expect(presentCard(card)).toEqual({
    id: 'pm_1',
    card: { brand: 'mastercard', last4: '4444', exp_month: 2, exp_year: 2031 },
  });
});

test('the history names the plan of an event, if it is in the catalogue', () => {
  expect([planDetail('launch'), planDetail(undefined)]).toEqual([{ plan: 'Launch' }, {}]);
});
