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

/** A paid invoice of a plan; amounts in US cents. */
export interface PaidInvoice {
  plan: Plan;
  number: string;
  total: number;
  /** What was charged, after account balance. */
  due: number;
  receiptUrl: string | undefined;
  /** The next renewal; `undefined` if the plan will not renew. */
  renewal: Renewal | undefined;
}

/** The mail after the first payment of a plan. */
export function planStarted(invoice: PaidInvoice, facts: MailFacts): MailContent {
  const { plan, number } = invoice;
  return {
    subject: `Your ${plan.title} plan has begun`,
    paragraphs: [
      `Thank you! ${paidText(invoice)}, and your ${plan.title} plan is active.`,
      `We added ${creditsText(plan.benefits.assignedCredits)}. ${balanceText(facts)}`,
      ...nextPayment(invoice),
    ],
    action: receipt(invoice, facts),
    closing: `Invoice ${number}. ${questions(facts)}`,
  };
}

/** The mail after each further payment of a plan. */
export function planRenewed(invoice: PaidInvoice, facts: MailFacts): MailContent {
  const { plan, number } = invoice;
  return {
    subject: `Your ${plan.title} plan has renewed`,
    paragraphs: [
      `${paidText(invoice)} for the next month of your ${plan.title} plan.`,
      `We added ${creditsText(plan.benefits.assignedCredits)} to the ones you had left. ${balanceText(facts)}`,
      ...nextPayment(invoice),
    ],
    action: receipt(invoice, facts),
    closing: `Invoice ${number}. ${questions(facts)}`,
  };
}

/** The mail after credits were bought beside a plan. */
export function creditsBought(
  invoice: Pick<PaidInvoice, 'number' | 'total' | 'due' | 'receiptUrl'> & { credits: number },
  facts: MailFacts,
): MailContent {
  const { credits, number } = invoice;
  return {
    subject: `We added ${creditsText(credits)}`,
    paragraphs: [
      `Thank you! ${paidText(invoice)} and added ${creditsText(credits)}. ${balanceText(facts)}`,
      'They roll over from month to month like the credits of your plan.',
    ],
    action: receipt(invoice, facts),
    closing: `Invoice ${number}. ${questions(facts)}`,
  };
}

/** The mail after the payment of a second plan was refunded. */
export function paymentReturned(invoice: PaidInvoice, facts: MailFacts): MailContent {
  const { plan, number, total, due } = invoice;
  const paid = moneyText(Math.max(total, due));
  return {
    subject: `We refunded your second payment of ${paid}`,
    paragraphs: [
      `You paid ${paid} for the ${plan.title} plan (invoice ${number}) while you already had a plan. An account has one plan at a time, so we refunded that payment in full. It added no credits, and your plan goes on as before.`,
      refundText(invoice),
    ],
    action: { label: 'See your transactions', url: billingUrl(facts) },
    closing: `To change your plan, write to ${facts.salesEmail}. ${questions(facts)}`,
  };
}

/** Returns who paid an invoice: the card, the account balance, or both. */
function paidText({ total, due }: Pick<PaidInvoice, 'total' | 'due'>): string {
  if (due === 0)
    return total > 0 ? `We took ${moneyText(total)} from your account balance` : 'Nothing was charged';
  const ofBalance = due < total ? ` plus ${moneyText(total - due)} from your account balance` : '';
  return `We received your payment of ${moneyText(due)}${ofBalance}`;
}

function refundText({ total, due }: PaidInvoice): string {
  const toCard = 'Your bank may take up to ten business days to show the refund';
  if (due >= total) return `${toCard}.`;
  if (due === 0) return 'The refund is in your account balance.';
  return `${toCard} of ${moneyText(due)}. The other ${moneyText(total - due)} is in your account balance.`;
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
