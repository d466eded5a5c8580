import { AppError } from '#server/platform/lib/errors.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { storeLatest } from '#server/features/billing/billing-records.ts';
import type { InvoiceRecord } from '#server/features/billing/billing-records-model.ts';
import {
  grantKey,
  settleInvoice,
  type Settlement,
} from '#server/features/billing/invoices/settle-invoice.ts';
import { queueMail } from '#server/features/billing/mails/queue-mail.ts';
import { nextRefundStep } from './next-refund-step.ts';
import type { RefundStep } from './refund-step-store.ts';

/** Concurrent processes may add steps first; more than this many in a row do not. */
const MAX_ATTEMPTS = 20;

/** The common prefix of the ledger keys of refund steps. */
export const REFUND_KEY = 'refund:';

/** The ledger key of a refund step. */
export function refundKey(stepId: string): string {
  return `${REFUND_KEY}${stepId}`;
}

/**
 * Handles a refund or dispute of a payment. Settles its invoice first, so that a refund reported before the grant
 * still removes the credits; retries Hark's own refund if it failed. Returns `unpaid` if the invoice may still be
 * granted.
 */
export async function reconcilePayment(deps: BillingDeps, intentId: string): Promise<Settlement> {
  const invoiceId = (await deps.gateway.intent(intentId))?.invoiceId;
  if (invoiceId === undefined) return 'nothing';
  const settlement = await settleInvoice(deps, invoiceId);
  if (settlement === 'granted') {
    await reconcileRefunds(deps, invoiceId);
    return settlement;
  }
  if (settlement === 'refunded') await retryOwnRefund(deps, invoiceId);
  await storeReversals(deps, invoiceId);
  return settlement;
}

/** Fetches and stores the refunds and disputes of an invoice, which its transaction shows. */
async function storeReversals({ gateway, records }: BillingDeps, invoiceId: string): Promise<void> {
  await storeLatest(async () => {
    const revision = await records.reversalsRevision(invoiceId);
    return records.saveReversals(invoiceId, (await gateway.reversals(invoiceId)).reversals, revision);
  });
}

/**
 * Reconciles the credits of an invoice with its refunds and disputes: removes the reversed share and returns what
 * came back. Idempotent and safe to run concurrently. No-op for an invoice without a grant. Throws UNAVAILABLE if
 * other processes keep adding steps.
 */
export async function reconcileRefunds(deps: BillingDeps, invoiceId: string): Promise<void> {
  const invoice = await deps.records.invoice(invoiceId);
  const grant = invoice && (await deps.ledger.find(invoice.streamId, grantKey(invoiceId)));
  if (invoice === undefined || grant === undefined) return;
  // First, so that nothing is bought for credits whose payment is known to be disputed or refunded.
  await storeReversals(deps, invoiceId);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++)
    if (await addMissingSteps(deps, invoice, grant.amount)) return;
  throw new AppError('UNAVAILABLE', `The refunds of invoice ${invoiceId} change too often.`);
}

/**
 * Adds and executes the missing steps. Returns true if none was missing: otherwise the provider state may be stale,
 * and must be read once more.
 */
async function addMissingSteps(deps: BillingDeps, invoice: InvoiceRecord, granted: number): Promise<boolean> {
  const { refunds, gateway, clock } = deps;
  const { _id: invoiceId, uid, streamId, number, total } = invoice;
  const steps = await refunds.ofInvoice(invoiceId);
  const found = steps.length;
  const last = steps.at(-1);
  if (last !== undefined && last.doneAt === undefined) {
    await refunds.confirm(last);
    await executeStep(deps, last);
  }
  // Read after the steps: a process with older provider state cannot add a step after a newer one.
  const state = await gateway.reversals(invoiceId);
  for (;;) {
    const change = nextRefundStep(steps, state, { number, total, granted });
    if (change === undefined) return steps.length === found;
    const id = `${invoiceId}:${String(change.n)}`;
    const step: RefundStep = { _id: id, invoiceId, uid, streamId, at: clock.now(), ...change };
    if (!(await refunds.add(step))) return false;
    await executeStep(deps, step);
    steps.push(step);
  }
}

async function executeStep(deps: BillingDeps, step: RefundStep): Promise<void> {
  const { ledger, refunds, clock, log } = deps;
  const { _id, uid, streamId, kind, sourceId, credits, reason } = step;
  if (credits !== 0) {
    const source = { kind, id: sourceId };
    const command = { type: 'refund' as const, key: refundKey(_id), amount: credits, source, reason };
    const result = await ledger.execute(streamId, command);
    if (!result.ok) throw new Error(`The ledger refused ${command.key}: ${result.refusal.type}`);
    if (!result.repeated)
      log.info({ uid, key: command.key, [kind]: sourceId, credits }, 'credits changed by a refund');
    await queueMail(deps, uid, refundKey(_id), { kind: 'refund', stepId: _id });
  }
  await refunds.markDone(_id, clock.now());
}

/** After three failed refunds, support has to return the money another way. */
const MAX_FAILED = 3;

/**
 * Retries the refund of a second subscription if it failed at the bank, or if a dispute that prevented it was won.
 * Idempotent: the key is derived from the current reversals, and never more than the payment is refunded. A refund
 * that keeps failing is marked for the audit until the money is returned.
 */
export async function retryOwnRefund(deps: BillingDeps, invoiceId: string): Promise<void> {
  const { gateway, records, clock, log } = deps;
  const { paid, reversals } = await gateway.reversals(invoiceId);
  const reversed = reversals.reduce((sum, { amount }) => sum + amount, 0);
  if (reversed >= paid) {
    await records.clearRefundFailed(invoiceId);
    return;
  }
  const failed = reversals.filter(({ kind, amount }) => kind === 'refund' && amount === 0).length;
  const state = { invoiceId, paid, reversed, failed };
  if (failed >= MAX_FAILED) {
    if (await records.markRefundFailed(invoiceId, clock.now()))
      log.error(state, 'the refund of a second subscription keeps failing: return the money manually');
    return;
  }
  log.warn(state, 'the refund of a second subscription failed: refunding it again');
  await gateway.refundInvoice(
    invoiceId,
    `refund:${invoiceId}:${String(reversals.length)}:${String(reversed)}`,
  );
}
