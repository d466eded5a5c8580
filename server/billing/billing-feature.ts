import type { Connection } from 'mongoose';
import type { PlanId } from '#shared/plans.ts';
import { createBillingAccountModel } from './billing-account-model.ts';
import { BillingAccountStore } from './billing-account-store.ts';
import type { BillingDeps } from './billing-deps.ts';
import { BillingRecords } from './billing-records.ts';
import { createBillingRouter } from './billing-router.ts';
import { sweepEvents } from './hear-event.ts';
import { createInvoiceAudit } from './invoice-audit.ts';
import { createInvoiceModel } from './invoice-model.ts';
import { createPaymentEventModel, createSweepModel } from './payment-event-model.ts';
import { PaymentEventStore } from './payment-event-store.ts';
import { isActive, presentTransaction } from './present-billing.ts';
import { createStripeWebhook } from './stripe-webhook.ts';
import { createSubscriptionModel } from './subscription-model.ts';

const SWEEP_EVERY_MS = 60 * 60 * 1000;

export type BillingOptions = Omit<BillingDeps, 'accounts' | 'records' | 'events'> & {
  connection: Connection;
};

/** Plans, payments and invoices (A §2 to §8): what turns money into credits, once an invoice. */
export function createBillingFeature({ connection, ...options }: BillingOptions) {
  const models = {
    accounts: createBillingAccountModel(connection),
    subscriptions: createSubscriptionModel(connection),
    invoices: createInvoiceModel(connection),
    events: createPaymentEventModel(connection),
    sweeps: createSweepModel(connection),
  };
  const deps: BillingDeps = {
    ...options,
    accounts: new BillingAccountStore(models.accounts),
    records: new BillingRecords(models.subscriptions, models.invoices),
    events: new PaymentEventStore(models.events, models.sweeps),
  };
  return {
    router: createBillingRouter(deps),
    /** To be mounted at /webhooks/stripe; it reads its own body. */
    stripeWebhook: createStripeWebhook(deps),
    subscriptions: subscriptionsPort(deps),
    /** What the audit of credits asks of billing (its port `AuditSource`). */
    invoiceAudit: createInvoiceAudit(deps.records),
    models: Object.values(models),
    /** Deals with events that no webhook brought. */
    sweep: () => sweepEvents(deps),
    ...sweeper(deps),
  };
}

/** Who is subscribed, for other features. */
function subscriptionsPort(deps: BillingDeps) {
  const active = async (uid: string) => {
    const subscription = await deps.records.currentSubscription(uid);
    return subscription && isActive(subscription, deps.clock.now()) ? subscription : undefined;
  };
  return {
    isSubscribed: async (uid: string): Promise<boolean> => (await active(uid)) !== undefined,
    /** The plan of an active subscription. */
    planOf: async (uid: string): Promise<PlanId | undefined> => (await active(uid))?.plan,
    /** When the billing period that runs now began, also where nothing was heard of its renewal so far. */
    periodStartOf: async (uid: string): Promise<Date | undefined> => {
      const subscription = await active(uid);
      if (subscription === undefined) return undefined;
      const { periodStart, periodEnd } = subscription;
      return periodEnd <= deps.clock.now() ? periodEnd : periodStart;
    },
    /** The billing part of the user-info call (A §3), without the credits. */
    accountOf: async (uid: string) => {
      const [account, subscription, invoices] = await Promise.all([
        deps.accounts.byUid(uid),
        active(uid),
        deps.records.invoices(uid),
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

/** `start` sweeps at once and every hour from then on; `stop` ends that after the sweep in hand. */
function sweeper(deps: BillingDeps): { start(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  const sweep = () => {
    round = sweepEvents(deps).catch((error: unknown) => {
      deps.log.warn(
        { err: error },
        'could not ask the payment provider for missed events; trying again in an hour',
      );
    });
  };
  return {
    start() {
      sweep();
      timer = setInterval(sweep, SWEEP_EVERY_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
