import { PLANS } from '#shared/plans.ts';
import { formatNumber, formatMoney } from '#shared/formats.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { greetingOf, renderEmail, type Recipient } from '#server/providers/mail/email-template.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import type { RefundStep } from './refund-step-store.ts';

/** Lease of a claimed mail, and the delay before a retry while the mail server is unavailable. */
const RETRY_MS = 5 * 60_000;
const GIVE_UP_MS = 3 * 86_400_000;

/**
 * Sends the due mails about refunds and disputes. A mail whose process crashes after sending is sent again under the
 * same message id.
 */
export async function sendRefundMails(deps: BillingDeps): Promise<void> {
  const { refunds, clock, log } = deps;
  for (;;) {
    const now = clock.now().getTime();
    const step = await refunds.claimMail(new Date(now), new Date(now + RETRY_MS));
    if (step === undefined) return;
    try {
      await send(deps, step);
    } catch (error) {
      const final = error instanceof ProviderRejected || now - step.at.getTime() > GIVE_UP_MS;
      log.warn({ err: error, step: step._id, final }, 'failed to send a refund mail');
      if (!final) continue;
    }
    await refunds.closeMail(step._id);
  }
}

async function send(
  { users, records, ledger, mailer, publicUrl }: BillingDeps,
  step: RefundStep,
): Promise<void> {
  const [payer, invoice, balance] = await Promise.all([
    users.byUid(step.uid),
    records.invoice(step.invoiceId),
    ledger.balance(step.streamId),
  ]);
  if (payer === undefined || invoice === undefined) return;
  const planTitle = invoice.plan === undefined ? 'Hark' : PLANS[invoice.plan].title;
  await mailer.send(
    refundMail(step, { payer, invoiceNumber: invoice.number, planTitle, balance, publicUrl }),
  );
}

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
