import type { PaymentEvent } from '#server/providers/payments/port.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { EVENT_DAYS } from './payment-event-store.ts';
import { reconcilePayment, reconcileRefunds } from '#server/billing/refunds/reconcile-refunds.ts';
import { retryOwnRefund } from '#server/billing/refunds/retry-own-refund.ts';
import { settleInvoice, type Settlement } from '#server/billing/invoices/settle-invoice.ts';
import { syncSubscription } from '#server/billing/subscriptions/sync-subscription.ts';

/** Each sweep overlaps the previous one by this much, because events may be listed late. */
const OVERLAP_MS = 60 * 60 * 1000;
const DAY_MS = 86_400_000;

/**
 * Handles a payment event. The event is only a hint: the object is fetched again, so events may arrive late, twice,
 * or in any order. Resolves once all effects are stored.
 */
export async function handleEvent(deps: BillingDeps, event: PaymentEvent): Promise<void> {
  const { subject } = event;
  if (subject.kind === 'other' || (await deps.events.isHandled(event.id))) return;
  if (subject.kind === 'subscription') await syncSubscription(deps, subject.id);
  // An event whose invoice is not yet paid stays unhandled, so that the next sweep handles it again.
  else if (subject.kind === 'payment') {
    if ((await reconcilePayment(deps, subject.id)) === 'unpaid') return;
  } else if ((await handleInvoiceEvent(deps, subject.id)) === 'unpaid' && event.type === 'invoice.paid')
    return;
  await deps.events.markHandled(event, deps.clock.now());
}

async function handleInvoiceEvent(deps: BillingDeps, invoiceId: string): Promise<Settlement> {
  const settlement = await settleInvoice(deps, invoiceId);
  // The invoice may have been refunded before it was seen as paid.
  if (settlement === 'granted') await reconcileRefunds(deps, invoiceId);
  const subscriptionId = (await deps.records.invoice(invoiceId))?.subscriptionId;
  if (subscriptionId !== undefined) await syncSubscription(deps, subscriptionId);
  return settlement;
}

/** Lists the provider events since the last sweep and handles those not yet handled. Runs at start and every hour. */
export async function sweepEvents(deps: BillingDeps): Promise<void> {
  const startedAt = deps.clock.now();
  const sweptUntil = await deps.events.sweptUntil();
  const since =
    sweptUntil === undefined ? startedAt.getTime() - EVENT_DAYS * DAY_MS : sweptUntil.getTime() - OVERLAP_MS;
  let failures = 0;
  const logFailure = (about: object) => (error: unknown) => {
    failures += 1;
    deps.log.error({ err: error, ...about }, 'failed to handle a payment event');
  };
  for await (const event of deps.gateway.eventsSince(new Date(since)))
    await handleEvent(deps, event).catch(logFailure({ event: event.id, type: event.type }));
  // Money returned to the customer balance manually causes no event.
  for await (const { _id: invoiceId } of deps.records.failedRefunds())
    await retryOwnRefund(deps, invoiceId).catch(logFailure({ invoiceId }));
  // Failed events are listed again by the next sweep, and do not block the others.
  if (failures === 0) await deps.events.saveSweptUntil(startedAt);
}
