import { creditsPrice } from '#shared/billing/credit-packs.ts';
import { HOUR_MS } from '#shared/time-units.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { OpenPurchase, PaymentAttempt, SavedCard } from '#server/providers/payments/port.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import type { SubscriptionRecord } from '#server/features/billing/billing-records-model.ts';
import { defaultCardOf } from '#server/features/billing/cards/saved-cards.ts';
import { settlePayment } from '#server/features/billing/checkout/finish-payment.ts';
import { ownCard } from '#server/features/billing/checkout/pay-with-saved-card.ts';
import { withCustomer } from '#server/features/billing/customers.ts';
import { chargeInvoice } from '#server/features/billing/invoices/pay-open-invoice.ts';
import { settleInvoice, untilSettled } from '#server/features/billing/invoices/settle-invoice.ts';
import { isActive } from '#server/features/billing/present-billing.ts';

/** An unpaid purchase that is older was abandoned. */
const ABANDONED_MS = HOUR_MS;

/** The attempt to buy credits. */
export interface Purchase {
  invoiceId: string;
  payment: PaymentAttempt;
  card: SavedCard;
  /** Set with `requires_action`: the payment that the browser authenticates. */
  intentId?: string;
}

/**
 * What is bought, with which card; `key` makes it repeatable. `isRepeated`: it may have been ordered under this key before, which
 * is looked up; `earlier`: what was found so.
 * `isPresent`: whether the holder of the card is there to answer the bank, as is the default. `isCounted`: it is in the purchases
 * of the day already. `mayCharge`: asked right before the card is charged; otherwise the invoice stays unpaid.
 */
interface PurchaseOrder {
  credits: number;
  cardId: string | undefined;
  key: string;
  isRepeated: boolean;
  earlier?: OpenPurchase | undefined;
  isPresent?: boolean;
  isCounted?: boolean;
  mayCharge?: () => Promise<boolean>;
}

/** The order was not charged, as it is not wanted any more. */
export class NotCharged extends Error {
  readonly invoiceId: string;

  constructor(invoiceId: string) {
    super('The purchase is not wanted any more.');
    this.invoiceId = invoiceId;
  }
}

/**
 * Buys credits beside the plan of a user with a saved card, by default the one that pays next: one invoice, one charge and one
 * grant per `key`. Throws SUBSCRIPTION_REQUIRED without a plan, PAYMENT_OVERDUE while its renewal is unpaid, PAYMENT_REQUIRED
 * without a card, NOT_FOUND for the card of another, TOO_MANY_REQUESTS beyond the purchases of a day, and `NotCharged`. What
 * was ordered before is completed, whatever has changed since.
 */
export async function buyCredits(deps: BillingDeps, uid: string, order: PurchaseOrder): Promise<Purchase> {
  const { credits, cardId, key, isRepeated, isPresent = true, isCounted = false } = order;
  const earlier = order.earlier ?? (isRepeated ? await findEarlier(deps, uid, key) : undefined);
  const subscription = await deps.records.currentSubscription(uid);
  if (earlier === undefined) assertMayBuy(deps, subscription);
  const isPaid = earlier !== undefined && earlier.payment === undefined;
  const card = await payingCard(deps, uid, { cardId, subscriptionId: subscription?._id, isPaid });
  if (earlier === undefined && !isCounted) await deps.purchaseLimit.take(uid);
  const open = (customerId: string) =>
    deps.gateway.openPurchase({
      customerId,
      credits,
      cents: creditsPrice(credits),
      key: keyFor(key, customerId),
    });
  const { invoiceId, payment: unpaid } = earlier ?? (await withCustomer(deps, uid, open));
  await voidAbandoned(deps, uid, invoiceId);
  if (unpaid !== undefined && (await order.mayCharge?.()) === false) throw new NotCharged(invoiceId);
  const charge = () => chargeOrVoid(deps, invoiceId, card.id, { key: `${key}:pay`, isPresent });
  const payment = unpaid === undefined ? PAID : await charge();
  const settlement =
    payment.kind === 'paid' ? await untilSettled(deps, invoiceId) : await settleInvoice(deps, invoiceId);
  if (settlement === 'refunded') throw closedError();
  return {
    invoiceId,
    payment,
    card,
    ...(payment.kind === 'requires_action' && unpaid && { intentId: unpaid.intentId }),
  };
}

/** The key of an invoice at the payment provider: another one for the customer that replaces a missing one. */
function keyFor(key: string, customerId: string): string {
  return `${key}:${customerId}`;
}

/** Finds the invoice that was made under a key, paid or to be paid: the provider knows a key for a day only. */
export async function findEarlier(
  { accounts, gateway }: BillingDeps,
  uid: string,
  key: string,
): Promise<OpenPurchase | undefined> {
  const { customerId, formerCustomerIds = [] } = (await accounts.byUid(uid)) ?? {};
  for (const id of customerId === undefined ? [] : [customerId, ...formerCustomerIds]) {
    const found = await gateway.findPurchase(id, keyFor(key, id));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the card of an order. Where it `isPaid` the card may be gone, and another stands for it. */
async function payingCard(
  deps: BillingDeps,
  uid: string,
  order: { cardId: string | undefined; subscriptionId: string | undefined; isPaid: boolean },
): Promise<SavedCard> {
  const { cardId, subscriptionId, isPaid } = order;
  const unlessPaid = (error: unknown) => {
    if (!isPaid) throw error;
  };
  const chosen = cardId === undefined ? undefined : await ownCard(deps, uid, cardId).catch(unlessPaid);
  const card = chosen ?? (await defaultCardOf(deps, uid, subscriptionId));
  if (card !== undefined) return card;
  if (isPaid) throw new AppError('CONFLICT', 'This purchase was paid before, and its card is removed.');
  throw new AppError('PAYMENT_REQUIRED', 'There is no saved card to pay with.');
}

const PAID: PaymentAttempt = { kind: 'paid' };

/** Charges a card for a purchase; one that is declined is void then, unless it was paid another way meanwhile. */
async function chargeOrVoid(
  deps: BillingDeps,
  invoiceId: string,
  cardId: string,
  { key, isPresent }: { key: string; isPresent: boolean },
): Promise<PaymentAttempt> {
  const payment = await chargeInvoice(deps, invoiceId, cardId, key, isPresent);
  if (payment.kind !== 'declined') return payment;
  return (await deps.gateway.voidUnpaid(invoiceId)) === 'paid' ? PAID : payment;
}

/**
 * Grants the credits of a purchase whose payment was authenticated, without waiting for a webhook. Idempotent. Throws
 * FORBIDDEN for the payment of another, PAYMENT_REQUIRED while it is unpaid.
 */
export async function finishPurchase(deps: BillingDeps, uid: string, intentId: string): Promise<void> {
  const { settlement } = await settlePayment(deps, uid, intentId);
  if (settlement === 'refunded') throw closedError();
  if (settlement !== 'granted') throw new AppError('PAYMENT_REQUIRED', 'This payment is not complete.');
}

/** Throws SUBSCRIPTION_REQUIRED without an active plan, PAYMENT_OVERDUE while its renewal is unpaid. */
export function assertMayBuy(
  { clock }: BillingDeps,
  subscription: SubscriptionRecord | undefined,
): asserts subscription is SubscriptionRecord {
  if (subscription?.status === 'past_due')
    throw new AppError('PAYMENT_OVERDUE', 'Your last payment failed. Please update your card.');
  if (subscription === undefined || !isActive(subscription, clock.now()))
    throw new AppError('SUBSCRIPTION_REQUIRED', 'Subscription Required');
}

/** Voids all invoices for credits of a user that are open to be paid. */
export async function voidPurchases(deps: BillingDeps, uid: string): Promise<void> {
  for (const { _id } of await deps.records.openPurchases(uid)) await voidPurchase(deps, _id);
}

/** Voids an unpaid invoice; one that was paid meanwhile is settled. */
export async function voidPurchase(deps: BillingDeps, invoiceId: string): Promise<void> {
  await deps.gateway.voidUnpaid(invoiceId);
  await settleInvoice(deps, invoiceId);
}

/**
 * Voids the purchases beside `current` that nobody finished, for example where the bank's question was not answered; not
 * the invoices that a person made. What fails is left to the next purchase.
 */
async function voidAbandoned(deps: BillingDeps, uid: string, current: string): Promise<void> {
  const before = deps.clock.now().getTime() - ABANDONED_MS;
  try {
    for (const { _id, createdAt } of await deps.records.openPurchases(uid))
      if (_id !== current && createdAt.getTime() <= before && (await deps.gateway.isPurchase(_id)))
        await voidPurchase(deps, _id);
  } catch (error) {
    deps.log.warn({ err: error, uid }, 'an abandoned purchase could not be voided');
  }
}

function closedError(): AppError {
  return new AppError('CONFLICT', 'This payment was refunded because the account is closed.');
}
