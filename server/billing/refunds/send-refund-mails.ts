import { PLANS } from '#shared/plans.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { refundMail } from './refund-mail.ts';
import type { RefundStep } from './refund-step-model.ts';

/** Nobody else tries a mail that is being sent for this long, and a mail server that is away is tried again after it. */
const RETRY_MS = 5 * 60_000;
const GIVE_UP_MS = 3 * 86_400_000;

/**
 * Sends the mails about refunds and disputes that are due, each by whichever process takes it first. Where a process
 * dies between sending and recording so, the mail goes out again under the same message id.
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
      const hopeless = error instanceof ProviderRejected || now - step.at.getTime() > GIVE_UP_MS;
      log.warn({ err: error, step: step._id, hopeless }, 'the mail about a refund could not be sent');
      if (!hopeless) continue;
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
