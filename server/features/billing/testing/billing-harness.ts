import { createConnection, type Connection } from 'mongoose';
import type { UserSummary } from '#server/features/auth/api.ts';
import { systemClock, type Clock } from '#server/platform/lib/clock.ts';
import type { CreditCommand } from '#server/features/credits/commands.ts';
import type { Features } from '#server/app/features.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import type { CreditEvent } from '#server/features/credits/events.ts';
import { auditOf } from '#server/features/credits/testing/test-ledger.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { accountKeyOf } from '#server/emulators/stripe/account.ts';
import { LOCAL_STRIPE_KEYS } from '#server/emulators/stripe/local-stripe-feature.ts';
import { startLocalStripeServer } from '#server/emulators/stripe/testing/local-stripe-server.ts';
import { NO_INSTRUMENTS } from '#server/platform/lib/observability/instruments.ts';
import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import type { Mail, Mailer } from '#server/providers/mail/port.ts';
import type { PaymentGateway } from '#server/providers/payments/port.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';

type Billing = Features['billing'];
export type BillingHarness = Awaited<ReturnType<typeof startBilling>>;
export type TestUser = ReturnType<BillingHarness['addUser']>;

/** Replaces parts of the dependencies of billing, for example to crash at a chosen point. */
export interface Overrides {
  gateway?: (real: PaymentGateway) => Partial<PaymentGateway>;
  ledger?: (real: CreditLedger) => Partial<CreditLedger>;
  mailer?: Mailer;
  clock?: Clock;
  users?: (real: Users) => Partial<Users>;
  metrics?: Metrics;
  /** Settings as in the environment. */
  settings?: Record<string, string>;
}

type Users = Features['users'];

/**
 * Starts billing with the Stripe emulator, the real ledger and its own database. Webhooks are delivered after
 * `stripe.start()`.
 */
export async function startBilling() {
  const database = await testDatabase();
  const { connection } = database;
  const local = await startLocalStripeServer(connection, systemClock);
  const { credits } = composeTestFeatures(connection);
  const accounts = new Map<string, UserSummary>();
  const closing = new Set<string>();
  const others: Connection[] = [];
  const mails: Mail[] = [];

  const known: Users = {
    byUid: (uid) => Promise.resolve(closing.has(uid) ? undefined : accounts.get(uid)),
    streamIdOf: (uid) => Promise.resolve(accounts.get(uid)?.streamId),
  };
  const mailbox: Mailer = {
    send: (mail) => {
      mails.push(mail);
      return Promise.resolve();
    },
  };

  function billingOn(
    on: Connection,
    { gateway, ledger, mailer = mailbox, clock = systemClock, users, settings = {}, metrics }: Overrides = {},
  ): Billing {
    return composeTestFeatures(on, {
      clock,
      settings,
      ...(metrics && { instruments: { ...NO_INSTRUMENTS, metrics } }),
      providers: {
        payments: { ...local.gateway, ...gateway?.(local.gateway) },
        publishableKey: LOCAL_STRIPE_KEYS.publishableKey,
        mailer,
      },
      overrides: {
        ledger: () => ({ ...credits.ledger, ...ledger?.(credits.ledger) }),
        users: () => ({ ...known, ...users?.(known) }),
      },
    }).billing;
  }

  const billing = billingOn(connection);
  await createIndexes(billing, credits);
  local.webhook = billing.stripeWebhook;

  return {
    local,
    billing,
    /** The mails sent so far, in order. */
    mails,

    /** The stored automatic purchases. */
    autoPurchases: connection.collection<{ _id: string }>('billing_auto_purchases'),
    /** Billing in another process: with its own connection and optional overrides. */
    async otherProcess(overrides: Overrides = {}) {
      const other = await createConnection(database.uri).asPromise();
      others.push(other);
      return { billing: billingOn(other, overrides), disconnect: () => other.close() };
    },

    /** Marks a user as closing. */
    markClosing: (uid: string) => closing.add(uid),
    /** Erases the record of a user. */
    eraseUser: (uid: string) => accounts.delete(uid),
    /** Returns the stored billing documents of a user as JSON. */
    async stored(uid: string): Promise<string> {
      const names = ['billing_accounts', 'billing_invoices', 'billing_subscriptions', 'billing_mails'];
      const found = names.map((name) =>
        connection
          .collection<{ _id: string }>(name)
          .find({ $or: [{ uid }, { _id: uid }] })
          .toArray(),
      );
      return JSON.stringify(await Promise.all(found));
    },

    /** Returns what is stored with an `Idempotency-Key` of a user. */
    storedKey: (uid: string, key: string) =>
      connection.collection<{ _id: string }>('request_keys').findOne({ _id: `${uid}:${key}` }),
    /** Counts the subscriptions that a user ever had at the payment provider. */
    async subscriptionsAtProvider({ uid }: { uid: string }): Promise<number> {
      const { customerId } = await billing.subscriptions.accountOf(uid);
      const account = await local.stripe.models[0].findById(accountKeyOf(customerId ?? '')).lean();
      return account?.state.subscriptions.length ?? 0;
    },

    /** Adds a user without plan or customer. */
    addUser() {
      const [uid, streamId] = [newId(), newId()];
      const email = `${uid}@example.com`;
      accounts.set(uid, {
        uid,
        email,
        displayName: 'Ana Ortiz',
        companyName: '',
        mutedMails: [],
        emailConfirmed: true,
        streamId,
      });
      const apiOf = (feature: Billing, key?: string) =>
        createCallerFactory(feature.router)(contextOf({ uid, streamId }, key));
      const api = apiOf(billing);
      return {
        uid,
        email,
        streamId,
        api,
        /** The API of another process, or with an Idempotency-Key. */
        apiOf,
        /** Changes the name as the profile does, in `feature`; `write` may fail. */
        rename(displayName: string, feature = billing, write = () => Promise.resolve()) {
          return feature.customers.changing(uid, async () => {
            await write();
            accounts.set(uid, {
              uid,
              email,
              displayName,
              companyName: '',
              mutedMails: [],
              emailConfirmed: true,
              streamId,
            });
          });
        },
        balance: async () => (await credits.ledger.balance(streamId)).available,
        execute: (command: CreditCommand) => credits.ledger.execute(streamId, command),
        /** Returns the credit events of the user, in order. */
        async events(): Promise<CreditEvent[]> {
          const events: CreditEvent[] = [];
          for await (const event of credits.history.all(streamId)) events.push(event);
          return events;
        },
        async spend(credit: number) {
          const key = `adjust:${newId()}`;
          await credits.ledger.execute(streamId, { type: 'adjust', key, amount: -credit, reason: 'spent' });
        },
        /** Returns the keys of the grants, in order, including duplicates. */
        async grants(): Promise<string[]> {
          const keys: string[] = [];
          for await (const { type, key } of credits.history.all(streamId))
            if (type === 'grant') keys.push(key);
          return keys;
        },
        /** Returns the findings of the credits audit on invoices and refunds, as text. */
        async differences(): Promise<string[]> {
          const report = await auditOf(connection, streamId, [billing.invoiceAudit, billing.refundAudit]);
          return [...report.differences.map(({ text }) => text), ...report.inProgress];
        },
        /** Opens a checkout and submits a card in its form. */
        async pay(plan: string, cardNumber: string) {
          const intent = await api.createPaymentIntent({ productId: plan });
          return { ...intent, result: await local.browser.confirm(intent.clientSecret, cardNumber) };
        },
        /** Saves a card without making it the default, after the bank's question if there is one; returns its id. */
        async addCard(cardNumber: string): Promise<string> {
          const { clientSecret } = await api.beginCardSetup();
          const { intentStatus } = await local.browser.confirm(clientSecret, cardNumber);
          if (intentStatus === 'requires_action') await local.browser.authenticate(clientSecret, true);
          const { payment_methods } = await api.paymentMethods({});
          const saved = payment_methods.find(({ card }) => cardNumber.endsWith(card.last4));
          if (saved === undefined) throw new Error(`The card ${cardNumber} was not saved`);
          return saved.id;
        },
        /** Pays for a plan and finishes the payment like the payment page. */
        async subscribe(plan: string, cardNumber: string) {
          const { paymentIntentId, clientSecret, result } = await this.pay(plan, cardNumber);
          if (result.intentStatus === 'requires_action') await local.browser.authenticate(clientSecret, true);
          return api.createSubscriptionAfterPayment({ paymentIntentId, planId: plan });
        },
      };
    },

    async stop() {
      await local.stop();
      await credits.close();
      await Promise.all(others.map((other) => other.close()));
      await database.stop();
    },
  };
}
