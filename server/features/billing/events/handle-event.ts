import express, { Router, type RequestHandler } from 'express';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import type { PaymentEvent } from '#server/providers/payments/port.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import {
  reconcilePayment,
  reconcileRefunds,
  retryOwnRefund,
} from '#server/features/billing/refunds/reconcile-refunds.ts';
import { settleInvoice, type Settlement } from '#server/features/billing/invoices/settle-invoice.ts';
import { syncSubscription } from '#server/features/billing/subscriptions/sync-subscription.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { untilAborted } from '#server/platform/lib/concurrency/until-aborted.ts';
import { inBatches } from '#server/platform/lib/in-batches.ts';
import { EVENT_DAYS } from './payment-event-store.ts';

/** Each sweep overlaps the previous one by this much, because events may be listed late. */
const OVERLAP_MS = HOUR_MS;

/** Asked about at a time, whether they are handled; as many as a page of the provider's list has. */
const EVENTS_AT_ONCE = 100;

const CAN_CHANGE: readonly Settlement[] = ['unpaid', 'undecided'];

/**
 * Handles a payment event. The event is only a hint: the object is fetched again, so events may arrive late, twice,
 * or in any order. Resolves once all effects are stored.
 */
async function handleEvent(deps: BillingDeps, event: PaymentEvent): Promise<void> {
  const { subject } = event;
  if (subject.kind === 'other') return;
  if (subject.kind === 'subscription') await syncSubscription(deps, subject.id);
  // An event whose invoice is not yet paid or decided stays unhandled, so that the next sweep handles it again.
  else if (subject.kind === 'payment') {
    if (CAN_CHANGE.includes(await reconcilePayment(deps, subject.id))) return;
  } else if (CAN_CHANGE.includes(await handleInvoiceEvent(deps, subject.id)) && event.type === 'invoice.paid')
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

/**
 * Lists the provider events since the last sweep and handles those not yet handled, and the invoices that are undecided, until
 * `signal` is aborted. Runs at start and every hour.
 */
export async function sweepEvents(deps: BillingDeps, signal?: AbortSignal): Promise<void> {
  const startedAt = deps.clock.now();
  const sweptUntil = await deps.events.sweptUntil();
  const since =
    sweptUntil === undefined ? startedAt.getTime() - EVENT_DAYS * DAY_MS : sweptUntil.getTime() - OVERLAP_MS;
  let failures = 0;
  const logFailure = (about: object) => (error: unknown) => {
    failures += 1;
    deps.log.error({ err: error, ...about }, 'failed to handle a payment event');
  };
  const events = () => inBatches(deps.gateway.eventsSince(new Date(since)), EVENTS_AT_ONCE);
  for await (const listed of untilAborted(signal, events))
    for await (const event of untilAborted(signal, () => deps.events.unhandled(listed)))
      await handleEvent(deps, event).catch(logFailure({ event: event.id, type: event.type }));
  // Their events may be too old to be listed.
  for await (const invoiceId of untilAborted(signal, () => deps.records.undecided()))
    await handleInvoiceEvent(deps, invoiceId).catch(logFailure({ invoiceId }));
  // Money returned to the customer balance manually causes no event.
  for await (const { _id: invoiceId } of untilAborted(signal, () => deps.records.failedRefunds()))
    await retryOwnRefund(deps, invoiceId).catch(logFailure({ invoiceId }));
  // Those that failed or are left are listed again by the next sweep, and do not block the others.
  if (failures === 0 && signal?.aborted !== true) await deps.events.saveSweptUntil(startedAt);
}

const BODY_LIMIT = '1mb';

/**
 * POST /webhooks/stripe. Responds 400 to an invalid signature, 2xx only once all effects are stored, and 503
 * otherwise, so that the provider retries.
 */
export function createStripeWebhook(deps: BillingDeps): RequestHandler {
  const router = Router();
  router.post('/', express.raw({ type: () => true, limit: BODY_LIMIT, inflate: false }), async (req, res) => {
    const body: unknown = req.body;
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const event = deps.gateway.readWebhook(raw, req.get('stripe-signature'));
    try {
      for (const unhandled of await deps.events.unhandled([event])) await handleEvent(deps, unhandled);
    } catch (error) {
      deps.log.error({ err: error, event: event.id, type: event.type }, 'failed to handle a payment event');
      throw new AppError(
        'UNAVAILABLE',
        'This event could not be stored. Please send it again.',
        {},
        { cause: error },
      );
    }
    res.json({ received: true });
  });
  return router;
}
