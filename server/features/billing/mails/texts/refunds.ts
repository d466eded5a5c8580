import { formatNumber } from '#shared/formats.ts';
import type { RefundStep } from '#server/features/billing/refunds/refund-step-store.ts';
import { billingUrl, creditsText, moneyText, type MailContent, type MailFacts } from './mail-text.ts';

/** The facts of a refund mail besides the step. */
export interface RefundFacts extends MailFacts {
  invoiceNumber: string;
  /** What was paid for: the title of a plan, or the number of credits. */
  paidFor: string | number;
}

/** The mail about credits removed or returned after a refund or dispute. */
export function refundMail(step: RefundStep, facts: RefundFacts): MailContent {
  return {
    subject: subjectOf(step),
    paragraphs: [whatHappened(step, facts), ...whatIsLeft(facts)],
    action: { label: 'See your credit history', url: billingUrl(facts) },
  };
}

function subjectOf({ credits, kind }: RefundStep): string {
  const amount = creditsText(credits);
  if (credits > 0) return `${amount} returned to your balance`;
  return `${amount} removed after a ${kind === 'refund' ? 'refund' : 'disputed payment'}`;
}

function whatHappened(step: RefundStep, { invoiceNumber, paidFor }: RefundFacts): string {
  const money = moneyText(Math.abs(step.after - step.before));
  const what = typeof paidFor === 'number' ? `payment for ${creditsText(paidFor)}` : `${paidFor} payment`;
  const payment = `your ${what} (invoice ${invoiceNumber})`;
  const credits = creditsText(step.credits);
  if (step.credits < 0) {
    return step.kind === 'refund'
      ? `We refunded ${money} of ${payment} and removed the ${credits} it had paid for.`
      : `Your bank took back ${money} of ${payment} because the payment was disputed, so we removed the ${credits} it had paid for.`;
  }
  return step.kind === 'refund'
    ? `Your bank did not accept our refund of ${money} for ${payment}, so we returned the ${credits} we had removed.`
    : `We won the dispute about ${money} of ${payment} and returned the ${credits} we had removed.`;
}

function whatIsLeft({ balance }: RefundFacts): string[] {
  const current = `Your current balance: ${formatNumber(balance.available)}.`;
  if (balance.debt === 0) return [current];
  const owed = creditsText(balance.debt);
  return [
    `You had already used or reserved ${owed} of what was removed. The next credits you receive cover that first, and until then you can’t create campaigns.`,
    current,
  ];
}
