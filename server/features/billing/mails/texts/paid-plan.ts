import type { Plan } from '#shared/plans.ts';
import {
  billingUrl,
  creditsText,
  moneyText,
  questions,
  renewalText,
  type MailContent,
  type MailFacts,
  type Renewal,
} from './mail-text.ts';

/** A paid invoice of a plan; `total` in US cents. */
export interface PaidInvoice {
  plan: Plan;
  number: string;
  total: number;
  receiptUrl: string | undefined;
  /** The next renewal; `undefined` if the plan will not renew. */
  renewal: Renewal | undefined;
}

/** The mail after the first payment of a plan. */
export function planStarted(invoice: PaidInvoice, facts: MailFacts): MailContent {
  const { plan, number, total } = invoice;
  return {
    subject: `Your ${plan.title} plan has begun`,
    paragraphs: [
      `Thank you! We received your payment of ${moneyText(total)}, and your ${plan.title} plan is active.`,
      `We added ${creditsText(plan.benefits.assignedCredits)}. ${balanceText(facts)}`,
      ...nextPayment(invoice),
    ],
    action: receipt(invoice, facts),
    closing: `Invoice ${number}. ${questions(facts)}`,
  };
}

/** The mail after each further payment of a plan. */
export function planRenewed(invoice: PaidInvoice, facts: MailFacts): MailContent {
  const { plan, number, total } = invoice;
  return {
    subject: `Your ${plan.title} plan has renewed`,
    paragraphs: [
      `We received your payment of ${moneyText(total)} for the next month of your ${plan.title} plan.`,
      `We added ${creditsText(plan.benefits.assignedCredits)} to the ones you had left. ${balanceText(facts)}`,
      ...nextPayment(invoice),
    ],
    action: receipt(invoice, facts),
    closing: `Invoice ${number}. ${questions(facts)}`,
  };
}

/** The mail after credits were bought beside a plan. */
export function creditsBought(
  invoice: Pick<PaidInvoice, 'number' | 'total' | 'receiptUrl'> & { credits: number },
  facts: MailFacts,
): MailContent {
  const { credits, number, total } = invoice;
  return {
    subject: `We added ${creditsText(credits)}`,
    paragraphs: [
      `Thank you! We received your payment of ${moneyText(total)} and added ${creditsText(credits)}. ${balanceText(facts)}`,
      'They roll over from month to month like the credits of your plan.',
    ],
    action: receipt(invoice, facts),
    closing: `Invoice ${number}. ${questions(facts)}`,
  };
}

/** The mail after the payment of a second plan was refunded. */
export function paymentReturned(invoice: PaidInvoice, facts: MailFacts): MailContent {
  const { plan, number, total } = invoice;
  return {
    subject: `We refunded your second payment of ${moneyText(total)}`,
    paragraphs: [
      `You paid ${moneyText(total)} for the ${plan.title} plan (invoice ${number}) while you already had a plan. An account has one plan at a time, so we refunded that payment in full. It added no credits, and your plan goes on as before.`,
      'Your bank may take up to ten business days to show the refund.',
    ],
    action: { label: 'See your transactions', url: billingUrl(facts) },
    closing: `To change your plan, write to ${facts.salesEmail}. ${questions(facts)}`,
  };
}

function balanceText({ balance: { available, debt } }: MailFacts): string {
  const owed =
    debt === 0
      ? ''
      : ` They went towards credits that a refund had taken back; ${creditsText(debt)} of those are still to be covered.`;
  return `Your current balance: ${creditsText(available)}.${owed}`;
}

function nextPayment({ renewal }: PaidInvoice): string[] {
  return renewal === undefined ? [] : [`${renewalText(renewal)} You can cancel at any time before that.`];
}

function receipt(
  { receiptUrl }: Pick<PaidInvoice, 'receiptUrl'>,
  facts: MailFacts,
): NonNullable<MailContent['action']> {
  return receiptUrl === undefined
    ? { label: 'See your subscription', url: billingUrl(facts) }
    : { label: 'View your receipt', url: receiptUrl };
}
