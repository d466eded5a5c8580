import type { Connection } from 'mongoose';
import { erases } from '#server/platform/module/erasure-step.ts';
import { MAX_UNPAGED } from '#shared/schemas/list-cursor.ts';
import type { CreditAlerts, Subscriptions } from './api.ts';
import { createBillingAccountModel, BillingAccountStore } from './billing-account-store.ts';
import { createCustomerDetails, sendDueDetails } from './customer-details.ts';
import type { BillingDeps } from './billing-deps.ts';
import { BillingRecords } from './billing-records.ts';
import { BusinessDetailsStore } from './business/business-details-store.ts';
import { nextPaymentProcedures } from './procedures/next-payment.ts';
import { businessProcedures } from './procedures/business.ts';
import { paymentSections } from './export-payments.ts';
import { detachDue } from './cards/detach-cards.ts';
import { RemovedCardStore } from './cards/removed-card-store.ts';
import { closeBilling } from './close-billing.ts';
import { cardProcedures } from './procedures/cards.ts';
import { overdueProcedures } from './procedures/overdue.ts';
import { catalogueProcedures, paymentProcedures } from './procedures/payments.ts';
import { createPurchaseCountModel, createPurchaseLimit } from './purchases/purchase-limit-store.ts';
import { autoPurchaseProcedures } from './procedures/auto-purchase.ts';
import { AutoPurchaseStore, createAutoPurchaseModel } from './purchases/automatic/auto-purchase-store.ts';
import { buyAutomatically } from './purchases/automatic/carry-out-orders.ts';
import { purchaseProcedures } from './procedures/purchases.ts';
import { recordProcedures } from './procedures/records.ts';
import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import { billingDuties } from './billing-duties.ts';
import { router } from '#server/platform/trpc/trpc.ts';
import { sweepEvents, createStripeWebhook } from './events/handle-event.ts';
import { createInvoiceAudit, createRefundAudit } from './credit-audit.ts';
import { createInvoiceModel, createSubscriptionModel } from './billing-records-model.ts';
import {
  createPaymentEventModel,
  createSweepModel,
  PaymentEventStore,
} from './events/payment-event-store.ts';
import { createRefundStepModel, RefundStepStore } from './refunds/refund-step-store.ts';
import { CardCheckStore } from './reminders/card-check-store.ts';
import { checkCards } from './reminders/card-expiry.ts';
import { createCreditAlertModel, CreditAlertStore } from './reminders/credit-alert-store.ts';
import { checkCreditAlerts } from './reminders/credit-alerts.ts';
import { reminderProcedures } from './procedures/reminders.ts';
import { BillingMailStore, createBillingMailModel } from './mails/billing-mail-store.ts';
import { sendBillingMails } from './mails/send-mails.ts';
import { isActive } from './present-billing.ts';
import { transactionProcedures } from './procedures/transactions.ts';
import { presentTransaction } from './transactions/present-transactions.ts';
import { TransactionStore } from './transactions/transaction-store.ts';

/** What billing needs of the app. */
interface BillingNeeds extends Pick<
  BillingDeps,
  'clock' | 'log' | 'publicUrl' | 'ledger' | 'users' | 'trigger'
> {
  connection: Connection;
  metrics: Metrics;
  env: { SUPPORT_EMAIL: string; SALES_EMAIL: string; GRANT_FREE_INVOICES: boolean };
  providers: Pick<BillingDeps, 'publishableKey' | 'mailer'> & { payments: BillingDeps['gateway'] };
  credits: Pick<BillingDeps, 'usage'> & BillingDeps['creditVersions'];
  keys: Pick<BillingDeps, 'idempotencyKeys'>;
  accountEvents: { events: BillingDeps['accountEvents'] };
}

/** Plans, payments and invoices: grants the credits of each paid invoice exactly once. */
export function createBillingFeature(app: BillingNeeds) {
  const { connection, clock, log, metrics, publicUrl, env, providers, credits } = app;
  const models = {
    accounts: createBillingAccountModel(connection),
    subscriptions: createSubscriptionModel(connection),
    invoices: createInvoiceModel(connection),
    events: createPaymentEventModel(connection),
    sweeps: createSweepModel(connection),
    refunds: createRefundStepModel(connection),
    mails: createBillingMailModel(connection),
    alerts: createCreditAlertModel(connection),
    autoPurchases: createAutoPurchaseModel(connection),
    purchaseCounts: createPurchaseCountModel(connection),
  };
  const deps: BillingDeps = {
    clock,
    log,
    publicUrl,
    gateway: providers.payments,
    publishableKey: providers.publishableKey,
    mailer: providers.mailer,
    supportEmail: env.SUPPORT_EMAIL,
    salesEmail: env.SALES_EMAIL,
    grantFreeInvoices: env.GRANT_FREE_INVOICES,
    ledger: app.ledger,
    usage: credits.usage,
    creditVersions: credits,
    users: app.users,
    idempotencyKeys: app.keys.idempotencyKeys,
    accountEvents: app.accountEvents.events,
    trigger: app.trigger,
    accounts: new BillingAccountStore(models.accounts),
    purchaseLimit: createPurchaseLimit(connection),
    autoPurchases: new AutoPurchaseStore(models.autoPurchases),
    removedCards: new RemovedCardStore(models.accounts),
    business: new BusinessDetailsStore(models.accounts),
    records: new BillingRecords(models.subscriptions, models.invoices),
    transactions: new TransactionStore(models.invoices),
    events: new PaymentEventStore(models.events, models.sweeps),
    refunds: new RefundStepStore(models.refunds),
    mails: new BillingMailStore(models.mails),
    alerts: new CreditAlertStore(models.alerts),
    cardChecks: new CardCheckStore(models.accounts),
  };
  metrics.read('hark_invoices_undecided', async () => [
    { labels: {}, value: await deps.records.countUndecided() },
  ]);
  const subscriptions = createSubscriptions(deps);
  return {
    router: createBillingRouter(deps),
    /** Handler for /webhooks/stripe; it parses its own body. */
    stripeWebhook: createStripeWebhook(deps),
    subscriptions,
    customers: createCustomerDetails(deps),
    creditAlerts: {
      thresholdOf: async (uid: string) => (await deps.alerts.byUid(uid))?.threshold,
    } satisfies CreditAlerts,
    exported: { sections: paymentSections(deps, subscriptions) },
    erasure: [erases('billing', (account) => closeBilling(deps, account))],
    /** Implements `AuditSource` of the credits audit. */
    invoiceAudit: createInvoiceAudit(deps.records),
    refundAudit: createRefundAudit(deps.refunds),
    models: Object.values(models),
    /** Handles payment events that arrived by no webhook. */
    sweep: () => sweepEvents(deps),
    /** Sends the mails that are due. */
    sendMails: () => sendBillingMails(deps),
    /** Queues the reminders of users whose credits have fallen below their threshold. */
    checkCredits: (options?: { all: boolean }) => checkCreditAlerts(deps, options),
    /** Buys the credits of automatic purchases whose credits have fallen below their threshold. */
    buyAutomatically: (options?: { all: boolean }) => buyAutomatically(deps, options),
    /** Queues the mails about cards that expire soon, for the accounts whose check is due. */
    checkCards: () => checkCards(deps),
    /** Tells the payment provider the names and addresses of users that are due. */
    sendDetails: () => sendDueDetails(deps),
    /** Tells the payment provider the removed cards that are due. */
    detachCards: () => detachDue(deps),
    duties: billingDuties(deps),
  };
}

/** The tRPC procedures of billing, each documented REST path among them. */
export function createBillingRouter(deps: BillingDeps) {
  return router({
    ...catalogueProcedures(deps),
    ...paymentProcedures(deps),
    ...purchaseProcedures(deps),
    ...autoPurchaseProcedures(deps),
    ...cardProcedures(deps),
    ...businessProcedures(deps),
    ...nextPaymentProcedures(deps),
    ...overdueProcedures(deps),
    ...recordProcedures(deps),
    ...transactionProcedures(deps),
    ...reminderProcedures(deps),
  });
}

function createSubscriptions(deps: BillingDeps): Subscriptions {
  const active = async (uid: string) => {
    const subscription = await deps.records.currentSubscription(uid);
    return subscription && isActive(subscription, deps.clock.now()) ? subscription : undefined;
  };
  return {
    isSubscribed: async (uid) => (await active(uid)) !== undefined,
    isPastDue: async (uid) => (await deps.records.currentSubscription(uid))?.status === 'past_due',
    planOf: async (uid) => (await active(uid))?.plan,
    periodStartOf: async (uid) => {
      const subscription = await active(uid);
      if (subscription === undefined) return undefined;
      const { periodStart, periodEnd } = subscription;
      // The renewal may not be known yet.
      return periodEnd <= deps.clock.now() ? periodEnd : periodStart;
    },
    accountOf: async (uid) => {
      const [account, subscription, invoices] = await Promise.all([
        deps.accounts.byUid(uid),
        active(uid),
        deps.transactions.page(uid, { limit: MAX_UNPAGED }),
      ]);
      return {
        customerId: account?.customerId ?? null,
        subscriptionId: subscription?._id ?? null,
        plan: subscription?.plan,
        transactions: invoices.map(presentTransaction),
      };
    },
  };
}
