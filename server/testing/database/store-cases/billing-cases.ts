import {
  createPurchaseCountModel,
  createPurchaseLimit,
  type PurchaseLimit,
} from '#server/features/billing/purchases/purchase-limit-store.ts';
import { NO_BUSINESS_DETAILS } from '#shared/schemas/calling/business-details.ts';
import {
  createBillingAccountModel,
  BillingAccountStore,
} from '#server/features/billing/billing-account-store.ts';
import { BillingRecords } from '#server/features/billing/billing-records.ts';
import { BusinessDetailsStore } from '#server/features/billing/business/business-details-store.ts';
import { RemovedCardStore } from '#server/features/billing/cards/removed-card-store.ts';
import {
  createInvoiceModel,
  createSubscriptionModel,
  type SubscriptionRecord,
} from '#server/features/billing/billing-records-model.ts';
import {
  createPaymentEventModel,
  createSweepModel,
  PaymentEventStore,
} from '#server/features/billing/events/payment-event-store.ts';
import {
  createRefundStepModel,
  type RefundStep,
  RefundStepStore,
} from '#server/features/billing/refunds/refund-step-store.ts';
import { TransactionStore } from '#server/features/billing/transactions/transaction-store.ts';
import type { ProviderInvoice, ProviderSubscription } from '#server/providers/payments/port.ts';
import { OWNER, STREAM } from '../known-ids.ts';
import { callsOf, readToEnd, type StoreCases } from './store-cases.ts';

const accounts: StoreCases<BillingAccountStore> = {
  file: 'server/features/billing/billing-account-store.ts',
  open: ({ connection }) => new BillingAccountStore(createBillingAccountModel(connection)),
  calls: {
    byUid: (store) => store.byUid('u-7'),
    uidOf: (store) => store.uidOf('cus-7'),
    saveCustomerId: (store) => store.saveCustomerId('u-7', 'cus-7'),
    replaceCustomer: (store, { now }) => store.replaceCustomer('u-7', 'cus-7', 'cus-new', now),
    beginCheckout: (store, { now }) =>
      store.beginCheckout('u-7', 1, 'launch', { max: 20, since: new Date(0), now }),
    saveCheckoutIds: (store) =>
      store.saveCheckoutIds('u-7', 2, { subscriptionId: 'sub', invoiceId: 'in', intentId: 'pi' }),
    claimLive: (store) => store.claimLive('u-7', 'sub'),
    clearLive: (store) => store.clearLive('u-7', 'sub'),
    detailsChanged: (store, { now }) => store.detailsChanged('u-7', now),
    detailsDue: (store, { now }) => store.detailsDue(now, 20),
    detailsSent: async (store, { now }) => {
      await store.detailsSent('u-7', 1, now);
      await store.detailsSent('u-8', 0, now);
    },
    close: (store, { now }) => store.close('u-9', 's-9', now),
    eraseCheckouts: (store) => store.eraseCheckouts('u-9'),
  },
};

const removedCards: StoreCases<RemovedCardStore> = {
  file: 'server/features/billing/cards/removed-card-store.ts',
  open: ({ connection }) => new RemovedCardStore(createBillingAccountModel(connection)),
  calls: {
    mark: (store, { now }) => store.mark({ _id: 'u-7' }, ['pm'], now),
    due: (store, { now }) => store.due(now, 20),
    markDetached: (store) => store.markDetached('u-7', 1),
  },
};

const business: StoreCases<BusinessDetailsStore> = {
  file: 'server/features/billing/business/business-details-store.ts',
  open: ({ connection }) => new BusinessDetailsStore(createBillingAccountModel(connection)),
  calls: {
    of: (store) => store.of('u-7'),
    save: (store) => store.save('u-7', NO_BUSINESS_DETAILS),
    taxIdRefused: (store) => store.taxIdRefused('u-7', 'DE123456789'),
  },
};

const records: StoreCases<BillingRecords> = {
  file: 'server/features/billing/billing-records.ts',
  open: ({ connection }) =>
    new BillingRecords(createSubscriptionModel(connection), createInvoiceModel(connection)),
  calls: {
    saveSubscription: (store) =>
      store.saveSubscription(
        'u-1',
        { id: 'sub-5' } as ProviderSubscription,
        {
          revision: 3,
        } as SubscriptionRecord,
      ),
    endSubscription: (store) => store.endSubscription({ _id: 'sub-5', revision: 3 } as SubscriptionRecord),
    isGranted: (store) => store.isGranted('sub-5'),
    invoiceRevision: (store) => store.invoiceRevision('in-5'),
    saveInvoice: (store) =>
      store.saveInvoice({ uid: OWNER, streamId: STREAM }, { id: 'in-5' } as ProviderInvoice, 3),
    markRefundFailed: (store, { now }) => store.markRefundFailed('in-5', now),
    clearRefundFailed: (store) => store.clearRefundFailed('in-5'),
    markUndecided: (store, { now }) => store.markUndecided('in-5', now),
    undecided: (store) => readToEnd(store.undecided()),
    countUndecided: (store) => store.countUndecided(),
    failedRefunds: (store) => store.failedRefunds(STREAM),
    invoicesToGrant: async (store) => {
      for await (const _invoice of store.invoicesToGrant(STREAM, ['in_none'])) break;
      return store.invoicesToGrant(STREAM);
    },
    decide: (store) => store.decide('in-5', 'grant'),
    saveOutcome: (store) => store.saveOutcome('in-5', 'granted'),
    subscription: (store) => store.subscription('sub-5'),
    isDisputed: (store) => store.isDisputed('u-3'),
    isRefundedSince: (store) => store.isRefundedSince('u-3', new Date(0)),
    openPurchases: (store) => store.openPurchases('u-3'),
    openSubscriptions: (store) => store.openSubscriptions('u-1'),
    eraseLinks: (store) => store.eraseLinks('u-131'),
    currentSubscription: (store) => store.currentSubscription('u-1'),
    reversalsRevision: (store) => store.reversalsRevision('in-5'),
    saveReversals: (store) => store.saveReversals('in-5', [], 1),
    invoice: (store) => store.invoice('in-5'),
  },
};

const transactions: StoreCases<TransactionStore> = {
  file: 'server/features/billing/transactions/transaction-store.ts',
  open: ({ connection }) => new TransactionStore(createInvoiceModel(connection)),
  calls: {
    page: async (store, { now }) => {
      const year = now.getUTCFullYear();
      await store.page(OWNER, { limit: 20 });
      await store.page(OWNER, { year, limit: 20 });
      await store.page(OWNER, { after: { at: new Date(now.getTime() - 1_000), key: 'in-5' }, limit: 20 });
      await store.page(OWNER, { year, after: { at: now, key: 'in-5' }, limit: 20 });
    },
    all: async (store, { now }) => {
      await readToEnd(store.all(OWNER));
      await readToEnd(store.all(OWNER, now.getUTCFullYear()));
    },
    years: (store) => store.years(OWNER),
  },
};

const paymentEvents: StoreCases<PaymentEventStore> = {
  file: 'server/features/billing/events/payment-event-store.ts',
  open: ({ connection }) =>
    new PaymentEventStore(createPaymentEventModel(connection), createSweepModel(connection)),
  calls: {
    unhandled: (store) => store.unhandled([{ id: 'evt-5', type: 'x', subject: { kind: 'other' } }]),
    markHandled: (store, { now }) =>
      store.markHandled({ id: 'evt-new', type: 'x', subject: { kind: 'other' } }, now),
    sweptUntil: (store) => store.sweptUntil(),
    saveSweptUntil: (store, { now }) => store.saveSweptUntil(now),
  },
};

const step = { _id: 'in-7:1', invoiceId: 'in-7', n: 1, credits: -1 } as RefundStep;

const refunds: StoreCases<RefundStepStore> = {
  file: 'server/features/billing/refunds/refund-step-store.ts',
  open: ({ connection }) => new RefundStepStore(createRefundStepModel(connection)),
  calls: {
    ofInvoice: (store) => store.ofInvoice('in-7'),
    ofStream: async (store) => {
      for await (const _step of store.ofStream(STREAM, ['in_none:1'])) break;
      return store.ofStream(STREAM);
    },
    // An insert has no query plan.
    add: () => undefined,
    confirm: (store) => store.confirm(step),
    markDone: (store, { now }) => store.markDone('in-7:1', now),
    step: (store) => store.step('in-7:1'),
  },
};

const purchaseLimit: StoreCases<PurchaseLimit> = {
  file: 'server/features/billing/purchases/purchase-limit-store.ts',
  open: ({ connection }) => {
    createPurchaseCountModel(connection);
    return createPurchaseLimit(connection);
  },
  calls: {
    take: (limit) => limit.take('u-7'),
    erase: (limit) => limit.erase('u-8'),
  },
};

export const billingCalls = [
  ...callsOf(accounts),
  ...callsOf(removedCards),
  ...callsOf(business),
  ...callsOf(records),
  ...callsOf(transactions),
  ...callsOf(paymentEvents),
  ...callsOf(refunds),
  ...callsOf(purchaseLimit),
];
