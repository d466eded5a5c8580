import type { Connection } from 'mongoose';
import type { PlanId } from '#shared/plans.ts';
import { createBillingAccountModel } from './billing-account-model.ts';
import { BillingAccountStore } from './billing-account-store.ts';
import type { BillingDeps } from './billing-deps.ts';
import { BillingRecords } from './billing-records.ts';
import { createBillingRouter } from './billing-router.ts';
import { sweepEvents } from './events/handle-event.ts';
import { createInvoiceAudit } from './invoices/invoice-audit.ts';
import { createInvoiceModel } from './invoices/invoice-model.ts';
import { createPaymentEventModel, createSweepModel } from './events/payment-event-model.ts';
import { PaymentEventStore } from './events/payment-event-store.ts';
import { createRefundAudit } from './refunds/refund-audit.ts';
import { createRefundStepModel } from './refunds/refund-step-model.ts';
import { RefundStepStore } from './refunds/refund-step-store.ts';
import { sendRefundMails } from './refunds/send-refund-mails.ts';
import { isActive } from './present-billing.ts';
import { createStripeWebhook } from './events/stripe-webhook.ts';
import { createSubscriptionModel } from './subscriptions/subscription-model.ts';
import { transactionsOf } from './invoices/transactions.ts';

const SWEEP_EVERY_MS = 60 * 60 * 1000;
const MAIL_EVERY_MS = 15_000;

export type BillingOptions = Omit<BillingDeps, 'accounts' | 'records' | 'events' | 'refunds'> & {
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
    refunds: createRefundStepModel(connection),
  };
  const deps: BillingDeps = {
    ...options,
    accounts: new BillingAccountStore(models.accounts),
    records: new BillingRecords(models.subscriptions, models.invoices),
    events: new PaymentEventStore(models.events, models.sweeps),
    refunds: new RefundStepStore(models.refunds),
  };
  return {
    router: createBillingRouter(deps),
    /** To be mounted at /webhooks/stripe; it reads its own body. */
    stripeWebhook: createStripeWebhook(deps),
    subscriptions: subscriptionsPort(deps),
    /** What the audit of credits asks of billing (its port `AuditSource`). */
    invoiceAudit: createInvoiceAudit(deps.records),
    refundAudit: createRefundAudit(deps.refunds),
    models: Object.values(models),
    /** Deals with events that no webhook brought. */
    sweep: () => sweepEvents(deps),
    /** Sends the mails about refunds that are due. */
    sendMails: () => sendRefundMails(deps),
    ...combineTasks([
      createIntervalTask(
        SWEEP_EVERY_MS,
        () => sweepEvents(deps),
        (error) => {
          deps.log.warn(
            { err: error },
            'could not ask the payment provider for missed events; trying again in an hour',
          );
        },
      ),
      createIntervalTask(
        MAIL_EVERY_MS,
        () => sendRefundMails(deps),
        (error) => {
          deps.log.warn({ err: error }, 'could not look for mails about refunds');
        },
      ),
    ]),
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
      const [account, subscription, transactions] = await Promise.all([
        deps.accounts.byUid(uid),
        active(uid),
        transactionsOf(deps, uid),
      ]);
      return {
        customerId: account?.customerId ?? null,
        subscriptionId: subscription?._id ?? null,
        plan: subscription?.plan,
        transactions,
      };
    },
  };
}

interface IntervalTask {
  start(): void;
  stop(): Promise<void>;
}

/** `start` does the work at once and every `ms` from then on, one round at a time; `stop` ends that after the round in hand. */
function createIntervalTask(ms: number, work: () => Promise<void>, onError: (error: unknown) => void): IntervalTask {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  const next = () => {
    round = round.then(work).catch(onError);
  };
  return {
    start() {
      next();
      timer = setInterval(next, ms);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}

function combineTasks(works: readonly IntervalTask[]): IntervalTask {
  return {
    start() {
      for (const work of works) work.start();
    },
    async stop() {
      await Promise.all(works.map((work) => work.stop()));
    },
  };
}
