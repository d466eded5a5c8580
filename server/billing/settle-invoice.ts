import type { PlanId } from '#shared/plans.ts';
import type { ProviderInvoice } from '#server/providers/payments/port.ts';
import type { BillingDeps } from './billing-deps.ts';
import { payerOf, type Payer } from './customers.ts';
import { syncSubscription } from './sync-subscription.ts';

/** What an invoice has come to. `unpaid` and `nothing` may change when it is looked at again. */
export type Settlement = 'granted' | 'refunded' | 'unpaid' | 'nothing';

/**
 * Fetches an invoice, stores it and, where it is due, grants its credits: the one way from money to credits, taken by
 * webhook, sweep and checkout alike (design §5). Repeatable at every step, in any order and by several at once: the
 * ledger knows an invoice's grant by its key.
 */
export async function settleInvoice(deps: BillingDeps, invoiceId: string): Promise<Settlement> {
  const fetchedAt = deps.clock.now();
  const invoice = await deps.gateway.invoice(invoiceId);
  const payer = invoice && (await payerOf(deps, invoice.customerId));
  if (invoice === undefined || payer === undefined) {
    deps.log.warn({ invoiceId }, 'an invoice that belongs to no user');
    return 'nothing';
  }
  await deps.records.saveInvoice(payer, invoice, fetchedAt);
  if (invoice.status !== 'paid') return 'unpaid';
  if (!paysForPlan(invoice)) return 'nothing';
  if (invoice.reason === 'first' && !(await electSubscription(deps, payer.uid, invoice.subscriptionId))) {
    await giveBack(deps, payer, invoice);
    return 'refunded';
  }
  await grant(deps, payer, invoice);
  return 'granted';
}

/** The key of an invoice's one grant in the ledger. */
export function grantKey(invoiceId: string): string {
  return `grant:invoice:${invoiceId}`;
}

type PlanInvoice = ProviderInvoice & { plan: PlanId; subscriptionId: string };

/** A paid first or renewal invoice whose plan costs something. A proration grants nothing. */
function paysForPlan(invoice: ProviderInvoice): invoice is PlanInvoice {
  return (
    invoice.reason !== 'other' &&
    invoice.planTotal > 0 &&
    invoice.plan !== undefined &&
    invoice.subscriptionId !== undefined
  );
}

/** A user has one subscription. The first whose first invoice is seen paid is it; until it has ended no other is. */
async function electSubscription(deps: BillingDeps, uid: string, subscriptionId: string): Promise<boolean> {
  if (await deps.accounts.claimLive(uid, subscriptionId)) return true;
  const live = (await deps.accounts.byUid(uid))?.liveSubscriptionId;
  // What we know of the live one may be out of date; syncing releases it when it has ended.
  if (live !== undefined) await syncSubscription(deps, live);
  return deps.accounts.claimLive(uid, subscriptionId);
}

async function giveBack(
  { gateway, records, log }: BillingDeps,
  { uid }: Payer,
  invoice: PlanInvoice,
): Promise<void> {
  log.warn({ uid, invoiceId: invoice.id }, 'a second paid subscription: refunded');
  await gateway.refundInvoice(invoice.id, `refund:${invoice.id}`);
  await gateway.cancelNow(invoice.subscriptionId);
  await records.noteOutcome(invoice.id, 'refunded');
}

async function grant(
  { ledger, records, log }: BillingDeps,
  payer: Payer,
  invoice: PlanInvoice,
): Promise<void> {
  const { id, plan, periodStart } = invoice;
  const result = await ledger.execute(payer.streamId, {
    type: 'grant',
    key: grantKey(id),
    plan,
    source: { kind: 'invoice', id },
    period: { id, start: periodStart },
  });
  if (!result.ok) throw new Error(`The grant for invoice ${id} was refused: ${result.refusal.type}`);
  if (!result.repeated) log.info({ uid: payer.uid, invoiceId: id, plan }, 'credits granted');
  await records.noteOutcome(id, 'granted');
}
