import { MINUTE_MS } from '#shared/time-units.ts';
import type { AutoPurchaseStop } from '#shared/schemas/billing/auto-purchase.ts';
import type { ErrorCode } from '#shared/error-codes.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import { dueRecords } from '#server/platform/lib/mongodb/due-records.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { OpenPurchase } from '#server/providers/payments/port.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { untilSettled } from '#server/features/billing/invoices/settle-invoice.ts';
import { queueMail } from '#server/features/billing/mails/queue-mail.ts';
import {
  buyCredits,
  findEarlier,
  NotCharged,
  voidPurchase,
} from '#server/features/billing/purchases/buy-credits.ts';
import { factsOf, orderAutomatically } from './auto-purchase.ts';
import type { AutoPurchaseWithOrder } from './auto-purchase-store.ts';
import { decideAutoPurchase } from './decide-auto-purchase.ts';

/** Lease of a claimed order, and the delay before a retry while the payment provider is unavailable. */
const RETRY_MS = 5 * MINUTE_MS;

/** What became of an order. `pending`: the provider has not said yet; it is due again after its lease. */
type End =
  | { kind: 'bought' | 'pending' | 'unwanted' }
  /** Not now: another order waits for a change of the credits, or for the hourly check. */
  | { kind: 'later'; version: number }
  | { kind: 'stop'; reason: AutoPurchaseStop };

/**
 * Orders credits for the users whose automatic purchase wants some, of those whose credits have changed or of all, and carries
 * out what is ordered, until `signal` is aborted.
 */
export async function buyAutomatically(
  deps: BillingDeps,
  options: { all?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  await orderAutomatically(deps, options);
  await carryOutOrders(deps, options.signal);
}

/** Carries out the orders of automatic purchases that are due, until `signal` is aborted. */
async function carryOutOrders(deps: BillingDeps, signal?: AbortSignal): Promise<void> {
  const { autoPurchases, clock, log } = deps;
  const claim = (now: Date, until: Date) => autoPurchases.claim(now, until);
  for await (const ordered of dueRecords(claim, { clock, leaseMs: RETRY_MS, signal })) {
    try {
      await close(deps, ordered, await carryOut(deps, ordered));
    } catch (error) {
      log.warn({ err: error, uid: ordered._id }, 'failed to buy credits automatically; will retry');
    }
  }
}

async function carryOut(deps: BillingDeps, ordered: AutoPurchaseWithOrder): Promise<End> {
  const { _id: uid, order, revision, onSince } = ordered;
  if (order.stopped !== undefined) return { kind: 'stop', reason: order.stopped };
  // Also the first time: a database that was restored may have forgotten what was ordered under this key.
  const earlier = await findEarlier(deps, uid, keyOf(ordered));
  if (earlier !== undefined && earlier.payment === undefined) return settled(deps, earlier.invoiceId);
  // This order is counted already.
  const { facts, version } = await factsOf(deps, ordered, ordered.bought - 1);
  const decision = decideAutoPurchase(facts);
  const isCurrent = onSince !== undefined && revision === order.revision;
  if (isCurrent && decision.kind === 'order') return buy(deps, ordered, { version, earlier });
  if (earlier !== undefined && (await isPaid(deps, earlier.invoiceId))) return { kind: 'bought' };
  return isCurrent && decision.kind === 'stop' ? decision : { kind: 'unwanted' };
}

/** The same for each attempt at an order, so that its card is charged once. */
function keyOf({ _id: uid, order }: AutoPurchaseWithOrder): string {
  return `auto:${uid}:${String(order.n)}`;
}

/** `earlier`: the unpaid invoice of an attempt before. `version`: that of the credits which decided. */
async function buy(
  deps: BillingDeps,
  ordered: AutoPurchaseWithOrder,
  { version, earlier }: { version: number; earlier: OpenPurchase | undefined },
): Promise<End> {
  const { credits, cardId, tries } = ordered.order;
  const order = {
    credits,
    cardId,
    key: keyOf(ordered),
    isRepeated: false,
    isPresent: false,
    earlier,
    isCounted: tries > 1,
    mayCharge: () => deps.autoPurchases.confirm(ordered, fromNow(deps.clock, RETRY_MS)),
  };
  try {
    const { payment, invoiceId } = await buyCredits(deps, ordered._id, order);
    if (payment.kind === 'declined') return { kind: 'stop', reason: 'declined' };
    if (payment.kind !== 'requires_action') return await settled(deps, invoiceId);
    return (await isPaid(deps, invoiceId)) ? { kind: 'bought' } : { kind: 'stop', reason: 'authentication' };
  } catch (error) {
    if (error instanceof NotCharged) return unconfirmed(deps, ordered, error.invoiceId);
    const end = endOf(error, version);
    return end.kind === 'stop' ? withoutInvoice(deps, ordered, end) : end;
  }
}

/** The end of an order that was changed or claimed by another while its invoice was made: who claimed it pays the invoice. */
async function unconfirmed(
  deps: BillingDeps,
  { _id, order }: AutoPurchaseWithOrder,
  invoiceId: string,
): Promise<End> {
  const now = (await deps.autoPurchases.byUid(_id))?.order;
  if (now?.n === order.n && now.tries !== order.tries) return { kind: 'pending' };
  return (await isPaid(deps, invoiceId)) ? { kind: 'bought' } : { kind: 'unwanted' };
}

/** Ends an order that was refused: an earlier attempt may have left its invoice open, or its payment under way. */
async function withoutInvoice(deps: BillingDeps, ordered: AutoPurchaseWithOrder, end: End): Promise<End> {
  const earlier = await findEarlier(deps, ordered._id, keyOf(ordered));
  if (earlier === undefined) return end;
  if (earlier.payment === undefined) return settled(deps, earlier.invoiceId);
  return (await isPaid(deps, earlier.invoiceId)) ? { kind: 'bought' } : end;
}

/** Voids an invoice, unless it turns out to be paid: its credits are granted then. */
async function isPaid(deps: BillingDeps, invoiceId: string): Promise<boolean> {
  await voidPurchase(deps, invoiceId);
  return (await deps.records.invoice(invoiceId))?.outcome === 'granted';
}

/** The end of an order whose payment succeeded. It stays until its credits are granted, so that no other follows it. */
async function settled(deps: BillingDeps, invoiceId: string): Promise<End> {
  const settlement = await untilSettled(deps, invoiceId);
  if (settlement === 'granted') return { kind: 'bought' };
  return settlement === 'unpaid' || settlement === 'undecided'
    ? { kind: 'pending' }
    : { kind: 'stop', reason: 'failed' };
}

const REFUSED: Partial<Record<ErrorCode, AutoPurchaseStop>> = {
  NOT_FOUND: 'card_removed',
  PAYMENT_REQUIRED: 'card_removed',
  SUBSCRIPTION_REQUIRED: 'plan_ends',
  CONFLICT: 'failed',
};

/** The end of an order that was refused. Rethrows what a retry may mend. */
function endOf(error: unknown, version: number): End {
  if (error instanceof ProviderRejected) return { kind: 'stop', reason: 'failed' };
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'TOO_MANY_REQUESTS' || error.code === 'PAYMENT_OVERDUE')
    return { kind: 'later', version };
  const reason = REFUSED[error.code];
  if (reason === undefined) throw error;
  return { kind: 'stop', reason };
}

async function close(deps: BillingDeps, ordered: AutoPurchaseWithOrder, end: End): Promise<void> {
  const { autoPurchases } = deps;
  if (end.kind === 'pending') return;
  if (end.kind === 'bought') return autoPurchases.finish(ordered);
  if (end.kind !== 'stop')
    return autoPurchases.cancel(ordered, end.kind === 'later' ? end.version : undefined);
  const { _id: uid, order } = ordered;
  const isStopped = order.stopped !== undefined || (await autoPurchases.stop(ordered, end.reason));
  // The user has changed the settings meanwhile: those are tried next.
  if (!isStopped) return autoPurchases.cancel(ordered);
  const notice = { kind: 'auto_purchase_stopped', reason: end.reason } as const;
  await queueMail(deps, uid, `auto_purchase_stopped:${uid}:${String(order.n)}`, notice);
  await autoPurchases.finish(ordered);
}
