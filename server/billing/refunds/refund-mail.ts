import { formatNumber } from '#shared/formats.ts';
import { formatMoney } from '#shared/money.ts';
import { greetingOf, renderEmail, type Recipient } from '#server/providers/mail/email-template.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import type { RefundStep } from './refund-step-store.ts';

const CENTS = 100;

/** The data of a refund mail besides the step; the balance is the current one. */
export interface RefundMailFacts {
  payer: Recipient;
  invoiceNumber: string;
  planTitle: string;
  balance: { available: number; debt: number };
  publicUrl: string;
}

/** Renders the mail about credits removed or returned after a refund or dispute. */
export function refundMail(step: RefundStep, facts: RefundMailFacts): Mail {
  const { payer, publicUrl } = facts;
  const mail = renderEmail(payer.email, {
    subject: subjectOf(step),
    greeting: greetingOf(payer),
    paragraphs: [whatHappened(step, facts), ...whatIsLeft(facts)],
    action: { label: 'See your credit history', url: `${publicUrl}/billing` },
  });
  return { ...mail, id: `refund-${step._id.replace(':', '-')}` };
}

function subjectOf({ credits, kind }: RefundStep): string {
  const amount = creditsText(credits);
  if (credits > 0) return `${amount} returned to your balance`;
  return `${amount} removed after a ${kind === 'refund' ? 'refund' : 'disputed payment'}`;
}

function whatHappened(step: RefundStep, { invoiceNumber, planTitle }: RefundMailFacts): string {
  const money = formatMoney(Math.abs(step.after - step.before) / CENTS);
  const payment = `your ${planTitle} payment (invoice ${invoiceNumber})`;
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

function whatIsLeft({ balance }: RefundMailFacts): string[] {
  const current = `Your current balance: ${formatNumber(balance.available)}.`;
  if (balance.debt === 0) return [current];
  const owed = creditsText(balance.debt);
  return [
    `You had already used or reserved ${owed} of what was removed. The next credits you receive cover that first, and until then you can’t create campaigns.`,
    current,
  ];
}

function creditsText(amount: number): string {
  const count = Math.abs(amount);
  return `${formatNumber(count)} ${count === 1 ? 'credit' : 'credits'}`;
}
