import type { PlanId } from '#shared/plans.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { payerOf } from '#server/billing/customers.ts';
import type { InvoiceDecision, InvoiceOutcome, InvoiceRecord } from './invoice-model.ts';
import { syncSubscription } from '#server/billing/subscriptions/sync-subscription.ts';
import { storeLatest } from '#server/billing/store-answer.ts';

/** What an invoice has come to. `unpaid` may change when it is looked at again; what was decided never does. */
export type Settlement = InvoiceOutcome | 'unpaid';

/** What each decision has come to once it is carried out. */
const OUTCOME: Readonly<Record<InvoiceDecision, InvoiceOutcome>> = {
  grant: 'granted',
  refund: 'refunded',
  nothing: 'nothing',
};

/**
 * Fetches an invoice, stores it and, where it is paid, decides what becomes of it and carries that out: the one way
 * from money to credits, taken by webhook, sweep and checkout alike. The decision is recorded once before anything
 * follows from it, and every later call answers from it, so a crash between any two steps changes no outcome.
 */
export async function settleInvoice(deps: BillingDeps, invoiceId: string): Promise<Settlement> {
  await refreshInvoice(deps, invoiceId);
  const invoice = await deps.records.invoice(invoiceId);
  if (invoice === undefined) return 'nothing';
  if (invoice.outcome !== undefined) return invoice.outcome;
  if (invoice.decision === undefined && invoice.status !== 'paid') return 'unpaid';
  const proposal = invoice.decision ?? (await proposeDecision(deps, invoice));
  if (proposal === undefined) return 'nothing';
  // Recorded again where it was read: nothing may follow from another process's write before it is durable.
  const decision = await deps.records.decide(invoiceId, proposal);
  await CARRY_OUT[decision](deps, invoice);
  await deps.records.saveOutcome(invoiceId, OUTCOME[decision]);
  return OUTCOME[decision];
}

/** The key of an invoice's one grant in the ledger. */
export function grantKey(invoiceId: string): string {
  return `grant:invoice:${invoiceId}`;
}

/** Stores an invoice as the provider tells it now. */
async function refreshInvoice(deps: BillingDeps, invoiceId: string): Promise<void> {
  await storeLatest(async () => {
    const seen = await deps.records.invoiceRevision(invoiceId);
    const invoice = await deps.gateway.invoice(invoiceId);
    const payer = invoice && (await payerOf(deps, invoice.customerId));
    if (invoice !== undefined && payer !== undefined) return deps.records.saveInvoice(payer, invoice, seen);
    deps.log.warn({ invoiceId }, 'an invoice that belongs to no user');
    return true;
  });
}

/** What should become of a paid invoice that is undecided; `undefined` where nobody can tell yet. */
async function proposeDecision(deps: BillingDeps, invoice: InvoiceRecord): Promise<InvoiceDecision | undefined> {
  const { _id: invoiceId, uid, reason, planTotal, plan, subscriptionId } = invoice;
  // A proration grants nothing, nor does a period that costs nothing.
  if (reason === 'other' || planTotal <= 0) return 'nothing';
  if (plan === undefined || subscriptionId === undefined) {
    deps.log.error({ uid, invoiceId }, 'an invoice was paid for a plan that is not in the catalogue');
    return undefined;
  }
  if (reason === 'renewal') return 'grant';
  return (await electSubscription(deps, uid, subscriptionId)) ? 'grant' : 'refund';
}

/** A user has one subscription. The first whose first invoice is seen paid is it; until it has ended no other is. */
async function electSubscription(deps: BillingDeps, uid: string, subscriptionId: string): Promise<boolean> {
  if (await deps.accounts.claimLive(uid, subscriptionId)) return true;
  const live = (await deps.accounts.byUid(uid))?.liveSubscriptionId;
  // What we know of the live one may be out of date; syncing releases it when it has ended.
  if (live !== undefined) await syncSubscription(deps, live);
  return deps.accounts.claimLive(uid, subscriptionId);
}

/** The effects of each decision. Every one is repeatable: it may have been carried out, in part or in full, before. */
const CARRY_OUT: Readonly<
  Record<InvoiceDecision, (deps: BillingDeps, invoice: InvoiceRecord) => Promise<void>>
> = {
  grant: grantCredits,
  refund: refundSecondSubscription,
  nothing: () => Promise.resolve(),
};

/**
 * Returns the money of a second paid subscription and ends it. The decision on record tells this refund, of an invoice
 * that was never granted, from one that a customer was given and that takes credits back.
 */
async function refundSecondSubscription(deps: BillingDeps, invoice: InvoiceRecord): Promise<void> {
  const { _id: invoiceId, uid } = invoice;
  const { subscriptionId } = planOf(invoice);
  deps.log.warn({ uid, invoiceId }, 'a second paid subscription: refunding it');
  await deps.gateway.refundInvoice(invoiceId, `refund:${invoiceId}`);
  await deps.gateway.cancelNow(subscriptionId);
  // A slower settler may have claimed it as the live one before the decision was known; this releases it.
  await syncSubscription(deps, subscriptionId);
}

async function grantCredits({ ledger, log }: BillingDeps, invoice: InvoiceRecord): Promise<void> {
  const { _id: id, uid, streamId, periodStart } = invoice;
  const { plan } = planOf(invoice);
  const result = await ledger.execute(streamId, {
    type: 'grant',
    key: grantKey(id),
    plan,
    source: { kind: 'invoice', id },
    period: { id, start: periodStart },
  });
  if (!result.ok) throw new Error(`The grant for invoice ${id} was refused: ${result.refusal.type}`);
  if (!result.repeated) log.info({ uid, invoiceId: id, plan }, 'credits granted');
}

/** What an invoice with a decision to grant or refund pays for. */
function planOf({ _id, plan, subscriptionId }: InvoiceRecord): { plan: PlanId; subscriptionId: string } {
  if (plan === undefined || subscriptionId === undefined)
    throw new Error(`The invoice ${_id} pays for no plan`);
  return { plan, subscriptionId };
}
