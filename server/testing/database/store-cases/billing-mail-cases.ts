import { createBillingAccountModel } from '#server/features/billing/billing-account-store.ts';
import {
  BillingMailStore,
  createBillingMailModel,
} from '#server/features/billing/mails/billing-mail-store.ts';
import {
  AutoPurchaseStore,
  createAutoPurchaseModel,
  type AutoPurchase,
  type AutoPurchaseWithOrder,
} from '#server/features/billing/purchases/automatic/auto-purchase-store.ts';
import { CardCheckStore } from '#server/features/billing/reminders/card-check-store.ts';
import {
  createCreditAlertModel,
  CreditAlertStore,
} from '#server/features/billing/reminders/credit-alert-store.ts';
import { createQueuedMailModel, QueuedMailStore } from '#server/platform/mail-queue/queued-mail-store.ts';
import { callsOf, type StoreCases } from './store-cases.ts';

const mails: StoreCases<BillingMailStore> = {
  file: 'server/features/billing/mails/billing-mail-store.ts',
  open: ({ connection }) => new BillingMailStore(createBillingMailModel(connection)),
  calls: {
    // An insert has no query plan.
    add: () => undefined,
    claim: (store, { now }) => store.claim(now, new Date(now.getTime() + 1)),
    close: (store) => store.close('granted:in-7'),
    erase: (store) => store.erase('u-7'),
  },
};

const queuedMails: StoreCases<QueuedMailStore> = {
  file: 'server/platform/mail-queue/queued-mail-store.ts',
  open: ({ connection }) => new QueuedMailStore(createQueuedMailModel(connection)),
  calls: {
    // An insert has no query plan.
    add: () => undefined,
    claim: (store, { now }) => store.claim(now, new Date(now.getTime() + 1)),
    postpone: (store, { now }) => store.postpone('m-7', now),
    oldest: (store) => store.oldest(),
    remove: (store) => store.remove('m-7'),
  },
};

const alerts: StoreCases<CreditAlertStore> = {
  file: 'server/features/billing/reminders/credit-alert-store.ts',
  open: ({ connection }) => new CreditAlertStore(createCreditAlertModel(connection)),
  calls: {
    byUid: (store) => store.byUid('u-7'),
    set: (store) => store.set('u-7', { streamId: 's-7', threshold: 5, armed: true, version: 1 }),
    watched: (store) => store.watched('s-5', 20),
    checked: (store) =>
      store.checked(
        { _id: 'u-9', streamId: 's-9', n: 1, armed: true, version: 1 },
        { n: 2, armed: false, version: 2 },
      ),
    erase: (store) => store.erase('u-11'),
  },
};

const settings = { threshold: 5, credits: 5_000, maxPerMonth: 1, cardId: 'pm' };
const ordered = (uid: string) =>
  ({ _id: uid, order: { n: 1, revision: 1, tries: 0 } }) as AutoPurchaseWithOrder;

const autoPurchases: StoreCases<AutoPurchaseStore> = {
  file: 'server/features/billing/purchases/automatic/auto-purchase-store.ts',
  open: ({ connection }) => new AutoPurchaseStore(createAutoPurchaseModel(connection)),
  calls: {
    byUid: (store) => store.byUid('u-7'),
    turnOn: (store, { now }) => store.turnOn('u-7', 's-7', settings, now),
    turnOff: (store) => store.turnOff('u-7'),
    watched: (store) => store.watched('s-5', 20),
    checked: (store) => store.checked({ _id: 'u-9', revision: 1, n: 1 } as AutoPurchase, 2),
    order: (store, { now }) =>
      store.order({ _id: 'u-8', revision: 1, n: 0, ...settings } as AutoPurchase, '2026-11', now),
    claim: async (store, { now }) => {
      await store.claim(now, new Date(now.getTime() + 1));
    },
    confirm: (store, { now }) => store.confirm(ordered('u-1000'), now),
    finish: (store) => store.finish(ordered('u-1000')),
    cancel: (store) => store.cancel(ordered('u-2000')),
    stop: (store) => store.stop(ordered('u-3000'), 'declined'),
    erase: (store) => store.erase('u-11'),
  },
};

const cardChecks: StoreCases<CardCheckStore> = {
  file: 'server/features/billing/reminders/card-check-store.ts',
  open: ({ connection }) => new CardCheckStore(createBillingAccountModel(connection)),
  calls: {
    claim: async (store, { now }) => {
      await store.claim(now, new Date(now.getTime() + 1));
    },
    next: (store, { now }) => store.next('u-7', now),
  },
};

export const billingMailCalls = [
  ...callsOf(mails),
  ...callsOf(queuedMails),
  ...callsOf(alerts),
  ...callsOf(autoPurchases),
  ...callsOf(cardChecks),
];
