import type { PaymentEvent } from '#server/providers/payments/port.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { EVENT_DAYS } from './payment-event-model.ts';
import { reconcilePayment, reconcileRefunds } from '#server/billing/refunds/reconcile-refunds.ts';
import { retryOwnRefund } from '#server/billing/refunds/retry-own-refund.ts';
import { settleInvoice, type Settlement } from '#server/billing/invoices/settle-invoice.ts';
import { syncSubscription } from '#server/billing/subscriptions/sync-subscription.ts';

/** A sweep begins this much before the end of the last one: events are listed a little late at times. */
const OVERLAP_MS = 60 * 60 * 1000;
const DAY_MS = 86_400_000;

/**
 * Deals with what the payment provider says has happened. The event is only a hint: the object is fetched again, so
 * events may come in any order, twice, late or not at all. Resolves once everything that follows is stored.
 */
export async function handleEvent(deps: BillingDeps, event: PaymentEvent): Promise<void> {
  const { subject } = event;
  if (subject.kind === 'other' || (await deps.events.isHandled(event.id))) return;
  if (subject.kind === 'subscription') await syncSubscription(deps, subject.id);
  // Said to be paid, or refunded, and not found paid: it stays unhandled, so that the next sweep looks again.
  else if (subject.kind === 'payment') {
    if ((await reconcilePayment(deps, subject.id)) === 'unpaid') return;
  } else if ((await handleInvoiceEvent(deps, subject.id)) === 'unpaid' && event.type === 'invoice.paid') return;
  await deps.events.markHandled(event, deps.clock.now());
}

async function handleInvoiceEvent(deps: BillingDeps, invoiceId: string): Promise<Settlement> {
  const settlement = await settleInvoice(deps, invoiceId);
  // Its money may have gone back before it was found paid.
  if (settlement === 'granted') await reconcileRefunds(deps, invoiceId);
  const subscriptionId = (await deps.records.invoice(invoiceId))?.subscriptionId;
  if (subscriptionId !== undefined) await syncSubscription(deps, subscriptionId);
  return settlement;
}

/** Asks the provider for its events and deals with those that no webhook has brought. Run at start and every hour. */
export async function sweepEvents(deps: BillingDeps): Promise<void> {
  const began = deps.clock.now();
  const sweptUntil = await deps.events.sweptUntil();
  const since =
    sweptUntil === undefined ? began.getTime() - EVENT_DAYS * DAY_MS : sweptUntil.getTime() - OVERLAP_MS;
  let failures = 0;
  const orLog = (about: object) => (error: unknown) => {
    failures += 1;
    deps.log.error({ err: error, ...about }, 'could not deal with a payment event');
  };
  for await (const event of deps.gateway.eventsSince(new Date(since)))
    await handleEvent(deps, event).catch(orLog({ event: event.id, type: event.type }));
  // Money that a person returned to the customer's balance is told by no event.
  for await (const { _id: invoiceId } of deps.records.failedRefunds())
    await retryOwnRefund(deps, invoiceId).catch(orLog({ invoiceId }));
  // What failed is met again by the next sweep, and must not keep the others waiting.
  if (failures === 0) await deps.events.saveSweptUntil(began);
}
