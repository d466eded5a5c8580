import type { PlanId } from '#shared/plans.ts';
import type { TransactionView } from '#shared/schemas/billing/billing.ts';

/** Names and addresses of users at the payment provider. */
export interface CustomerDetails {
  /**
   * Runs `write`, which changes the name or address of a user, and returns its result. The payment provider is told
   * afterwards, however often that takes: `write` neither waits for it nor fails with it.
   */
  changing<T>(uid: string, write: () => Promise<T>): Promise<T>;
}

/** The reminders of users about low credits. */
export interface CreditAlerts {
  /** Returns below how many credits a user is reminded; undefined without a reminder. */
  thresholdOf(uid: string): Promise<number | undefined>;
}

/** The plans that users pay for. */
export interface Subscriptions {
  isSubscribed(uid: string): Promise<boolean>;
  /** Whether the last renewal is unpaid: the plan is paused until it is paid. */
  isPastDue(uid: string): Promise<boolean>;
  /** Returns the plan of an active subscription; `undefined` without one. */
  planOf(uid: string): Promise<PlanId | undefined>;
  /** Returns the start of the current billing period, paid or not; `undefined` without an active subscription. */
  periodStartOf(uid: string): Promise<Date | undefined>;
  /** Returns the billing fields of the user-info response, without credits. */
  accountOf(uid: string): Promise<{
    customerId: string | null;
    subscriptionId: string | null;
    plan: PlanId | undefined;
    transactions: TransactionView[];
  }>;
}
