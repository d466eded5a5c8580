import { PLANS } from '#shared/plans.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { refundMail } from './refund-mail.ts';
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
