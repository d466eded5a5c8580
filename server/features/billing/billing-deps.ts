import type { AccountEvents } from '#server/features/account/events/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { TriggerDuty } from '#server/platform/work/duty.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { Mailer } from '#server/providers/mail/port.ts';
import type { PaymentGateway } from '#server/providers/payments/port.ts';
import type { IdempotencyKeyStore } from '#server/platform/idempotency/idempotency-key-store.ts';
import type { CardCheckStore } from './reminders/card-check-store.ts';
import type { CreditAlertStore } from './reminders/credit-alert-store.ts';
import type { BillingMailStore } from './mails/billing-mail-store.ts';
import type { BillingAccountStore } from './billing-account-store.ts';
import type { BusinessDetailsStore } from './business/business-details-store.ts';
import type { PurchaseLimit } from '#server/features/billing/purchases/purchase-limit-store.ts';
import type { AutoPurchaseStore } from '#server/features/billing/purchases/automatic/auto-purchase-store.ts';
import type { RemovedCardStore } from './cards/removed-card-store.ts';
import type { BillingRecords } from './billing-records.ts';
import type { PaymentEventStore } from './events/payment-event-store.ts';
import type { CreditLedger, CreditUsage, CreditVersions } from '#server/features/credits/api.ts';
import type { Users } from '#server/features/auth/api.ts';
import type { RefundStepStore } from './refunds/refund-step-store.ts';
import type { TransactionStore } from './transactions/transaction-store.ts';

/** The dependencies of the billing use cases. */
export interface BillingDeps {
  gateway: PaymentGateway;
  ledger: CreditLedger;
  /** The calls of the billing period. */
  usage: Pick<CreditUsage, 'ofPeriod'>;
  creditVersions: CreditVersions;
  users: Pick<Users, 'byUid' | 'streamIdOf'>;
  accounts: BillingAccountStore;
  purchaseLimit: PurchaseLimit;
  autoPurchases: AutoPurchaseStore;
  removedCards: RemovedCardStore;
  business: BusinessDetailsStore;
  records: BillingRecords;
  transactions: TransactionStore;
  events: PaymentEventStore;
  refunds: RefundStepStore;
  mails: BillingMailStore;
  alerts: CreditAlertStore;
  cardChecks: CardCheckStore;
  idempotencyKeys: IdempotencyKeyStore;
  /** The history of accounts. */
  accountEvents: AccountEvents;
  /** Has a worker send queued mails. */
  trigger: TriggerDuty;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  /** The public base URL of Hark, without a trailing slash. */
  publicUrl: string;
  /** Whom mails name for questions. */
  supportEmail: string;
  /** Whom mails name for another plan or more credits. */
  salesEmail: string;
  /** Whether an invoice that a coupon made free grants the credits of its plan. */
  grantFreeInvoices: boolean;
  /** The publishable key with which browsers load the card payment client. */
  publishableKey: string;
}
