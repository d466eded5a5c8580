import type { Plan } from '#shared/plans.ts';
import { billingUrl, dayText, moneyText, type MailContent, type MailFacts } from './mail-text.ts';

/** A renewal whose payment failed; `due` is what its card is charged, in US cents. */
export interface FailedPayment {
  plan: Plan;
  number: string;
  due: number;
  /** The page where the invoice can be paid. */
  payUrl: string | undefined;
  /** 1 for the first attempt. */
  attempt: number;
  /** The next automatic attempt; null after the last. */
  nextAttemptAt: Date | null;
}

/** The mail after each failed attempt to renew a plan, with the link to pay. */
export function paymentFailed(failed: FailedPayment, facts: MailFacts): MailContent {
  const { plan, number, due, payUrl, attempt, nextAttemptAt } = failed;
  const amount = moneyText(due);
  return {
    subject:
      attempt === 1
        ? `Your payment for the ${plan.title} plan failed`
        : `Your payment for the ${plan.title} plan failed again`,
    paragraphs: [
      attempt === 1
        ? `We could not charge your card ${amount} to renew your ${plan.title} plan (invoice ${number}).`
        : `We tried again to charge your card ${amount} to renew your ${plan.title} plan (invoice ${number}), without success.`,
      'Campaigns you have already scheduled go on. You can start new ones as soon as the payment succeeds.',
      nextAttemptAt === null
        ? 'We will not try again on our own. Please pay now to keep your plan.'
        : `We will try again on ${dayText(nextAttemptAt)} (UTC). You need not wait: pay now, with this card or another one.`,
    ],
    action: { label: `Pay ${amount}`, url: payUrl ?? billingUrl(facts) },
    closing: `To use another card for later payments as well, update it at ${billingUrl(facts)}. Questions? Write to ${facts.supportEmail}.`,
  };
}
