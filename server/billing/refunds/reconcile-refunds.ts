import { AppError } from '#server/lib/errors.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import type { InvoiceRecord } from '#server/billing/invoices/invoice-model.ts';
import { nextRefundStep } from './next-refund-step.ts';
import type { RefundStep } from './refund-step-model.ts';
import { retryOwnRefund } from './retry-own-refund.ts';
import { grantKey, settleInvoice, type Settlement } from '#server/billing/invoices/settle-invoice.ts';

/** Other processes that hear of the same refund may add steps first; more than this at once do not. */
const MAX_ATTEMPTS = 20;

/** The part of the ledger key of an invoice's steps that they share. */
export const REFUND_KEY = 'refund:';

/** The key of a step's one event in the ledger. */
export function refundKey(stepId: string): string {
  return `${REFUND_KEY}${stepId}`;
}

/**
 * Something happened to a payment after it succeeded. Its invoice is settled first, so that a refund that comes before
 * the grant takes the credits all the same, and one that Hark made itself is made again where it failed. `unpaid` where
 * the invoice may still be granted later: look again then.
 */
export async function reconcilePayment(deps: BillingDeps, intentId: string): Promise<Settlement> {
  const invoiceId = (await deps.gateway.intent(intentId))?.invoiceId;
  if (invoiceId === undefined) return 'nothing';
  const settlement = await settleInvoice(deps, invoiceId);
  if (settlement === 'granted') await reconcileRefunds(deps, invoiceId);
  if (settlement === 'refunded') await retryOwnRefund(deps, invoiceId);
  return settlement;
}

/**
 * Brings the credits of an invoice in line with its money: takes the share that refunds and disputes have taken away,
 * and returns the share that came back. Repeatable, in any order and by several at once; an invoice that granted
 * nothing loses nothing.
 */
export async function reconcileRefunds(deps: BillingDeps, invoiceId: string): Promise<void> {
  const invoice = await deps.records.invoice(invoiceId);
  const grant = invoice && (await deps.ledger.find(invoice.streamId, grantKey(invoiceId)));
  if (invoice === undefined || grant === undefined) return;
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) if (await addMissingSteps(deps, invoice, grant.amount)) return;
  throw new AppError('UNAVAILABLE', `The refunds of invoice ${invoiceId} change too often.`);
}

/**
 * Adds and carries out the steps that are missing. True where none was: what was read before a step was added may be
 * out of date, and another process that read something newer had nothing to add.
 */
async function addMissingSteps(deps: BillingDeps, invoice: InvoiceRecord, granted: number): Promise<boolean> {
  const { refunds, gateway, clock } = deps;
  const { _id: invoiceId, uid, streamId, number, total } = invoice;
  const steps = await refunds.ofInvoice(invoiceId);
  const found = steps.length;
  const last = steps.at(-1);
  if (last !== undefined && last.doneAt === undefined) {
    await refunds.confirm(last);
    await carryOut(deps, last);
  }
  // Read after the steps: of two processes, the one that read the older state cannot add a step after the newer one.
  const state = await gateway.reversals(invoiceId);
  for (;;) {
    const change = nextRefundStep(steps, state, { number, total, granted });
    if (change === undefined) return steps.length === found;
    const id = `${invoiceId}:${String(change.n)}`;
    const step: RefundStep = { _id: id, invoiceId, uid, streamId, at: clock.now(), ...change };
    if (!(await refunds.add(step))) return false;
    await carryOut(deps, step);
    steps.push(step);
  }
}

async function carryOut({ ledger, refunds, clock, log }: BillingDeps, step: RefundStep): Promise<void> {
  const { _id, uid, streamId, kind, sourceId, credits, reason } = step;
  if (credits !== 0) {
    const source = { kind, id: sourceId };
    const command = { type: 'refund' as const, key: refundKey(_id), amount: credits, source, reason };
    const result = await ledger.execute(streamId, command);
    if (!result.ok) throw new Error(`The ledger refused ${command.key}: ${result.refusal.type}`);
    if (!result.repeated)
      log.info({ uid, key: command.key, [kind]: sourceId, credits }, 'credits followed a refund');
  }
  await refunds.markDone(step, clock.now());
}
