import { PLANS } from '#shared/plans.ts';
import type { UserSummary } from '#server/features/auth/api.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { amountDueOf, type SubscriptionRecord } from '#server/features/billing/billing-records-model.ts';
import { isActive } from '#server/features/billing/present-billing.ts';
import { defaultCardOf } from '#server/features/billing/cards/saved-cards.ts';
import { renewalOf } from '#server/features/billing/subscriptions/plan-end.ts';
import type { BillingNotice } from './billing-notice.ts';
import type { MailContent, MailFacts, Renewal } from './texts/mail-text.ts';
import { paymentFailed } from './texts/failed-payment.ts';
import {
  creditsBought,
  paymentReturned,
  planRenewed,
  planStarted,
  type PaidInvoice,
} from './texts/paid-plan.ts';
import { planCancelled, planEnded, planResumed, type PlanEndReason } from './texts/plan-changes.ts';
import { autoPurchaseStopped } from './texts/auto-purchase.ts';
import { cardExpiring, creditsLow } from './texts/reminders.ts';
import { refundMail } from './texts/refunds.ts';

type Notice<Kind extends BillingNotice['kind']> = Extract<BillingNotice, { kind: Kind }>;

/**
 * Writes a mail from the current records, as the stored notice may be old. Returns `undefined` if there is nothing to
 * say any more, for example after a failed payment succeeded.
 */
export async function writeMail(
  deps: BillingDeps,
  user: UserSummary,
  notice: BillingNotice,
): Promise<MailContent | undefined> {
  const { available, debt } = await deps.ledger.balance(user.streamId);
  const facts: MailFacts = {
    balance: { available, debt },
    publicUrl: deps.publicUrl,
    supportEmail: deps.supportEmail,
    salesEmail: deps.salesEmail,
  };
  switch (notice.kind) {
    case 'plan_started':
    case 'plan_renewed':
    case 'payment_returned':
      return aboutPaidInvoice(deps, notice, facts);
    case 'credits_bought':
      return aboutPurchase(deps, notice, facts);
    case 'payment_failed':
      return aboutFailedPayment(deps, notice, facts);
    case 'plan_cancelled':
    case 'plan_resumed':
    case 'plan_ended':
      return aboutPlan(deps, notice, facts);
    case 'refund':
      return aboutRefund(deps, notice, facts);
    case 'card_expiring':
      return aboutCard(deps, user.uid, notice, facts);
    case 'auto_purchase_stopped':
      return aboutAutoPurchase(deps, user.uid, notice, facts);
    case 'credits_low':
      return aboutLowCredits(deps, user.uid, notice, facts);
  }
}

/** Nothing once it is on again. */
async function aboutAutoPurchase(
  { autoPurchases }: BillingDeps,
  uid: string,
  { reason }: Notice<'auto_purchase_stopped'>,
  facts: MailFacts,
): Promise<MailContent | undefined> {
  const isOn = (await autoPurchases.byUid(uid))?.onSince !== undefined;
  return isOn ? undefined : autoPurchaseStopped(reason, facts);
}

const PAID = { plan_started: planStarted, plan_renewed: planRenewed, payment_returned: paymentReturned };

async function aboutPaidInvoice(
  deps: BillingDeps,
  { kind, invoiceId }: Notice<keyof typeof PAID>,
  facts: MailFacts,
): Promise<MailContent | undefined> {
  const invoice = await deps.records.invoice(invoiceId);
  if (invoice?.plan === undefined) return undefined;
  const { number, total, pageUrl, subscriptionId, periodStart } = invoice;
  const subscription =
    subscriptionId === undefined ? undefined : await deps.records.subscription(subscriptionId);
  // A stored state from before this payment would name a day that has passed.
  const at = subscription?.status === 'active' ? renewalOf(subscription) : undefined;
  const isKnown = kind !== 'payment_returned' && at !== undefined && at > periodStart;
  const paid: PaidInvoice = {
    plan: PLANS[invoice.plan],
    number,
    total,
    due: amountDueOf(invoice),
    receiptUrl: pageUrl ?? undefined,
    renewal: isKnown ? await renewalAt(deps, subscription?._id ?? '', at) : undefined,
  };
  return PAID[kind](paid, facts);
}

/** Returns a renewal with what the provider will charge: the price of the catalogue may have changed since, or have a coupon. */
async function renewalAt({ gateway }: BillingDeps, subscriptionId: string, at: Date): Promise<Renewal> {
  return { at, due: (await gateway.nextCharge(subscriptionId))?.due };
}

async function aboutPurchase(
  { records }: BillingDeps,
  { invoiceId }: Notice<'credits_bought'>,
  facts: MailFacts,
): Promise<MailContent | undefined> {
  const invoice = await records.invoice(invoiceId);
  if (invoice?.credits === undefined) return undefined;
  const { credits, number, total, pageUrl } = invoice;
  const due = amountDueOf(invoice);
  return creditsBought({ credits, number, total, due, receiptUrl: pageUrl ?? undefined }, facts);
}

async function aboutFailedPayment(
  { records }: BillingDeps,
  { invoiceId, attempt, nextAttemptAt }: Notice<'payment_failed'>,
  facts: MailFacts,
): Promise<MailContent | undefined> {
  const invoice = await records.invoice(invoiceId);
  if (invoice?.plan === undefined || invoice.status !== 'open') return undefined;
  // A later attempt has a mail of its own, and so has the end of the plan.
  if (invoice.attemptCount > attempt) return undefined;
  const { subscriptionId } = invoice;
  const subscription = subscriptionId === undefined ? undefined : await records.subscription(subscriptionId);
  if (subscription?.status === 'canceled') return undefined;
  const { number, pageUrl } = invoice;
  const due = amountDueOf(invoice);
  const failed = { plan: PLANS[invoice.plan], number, due, payUrl: pageUrl ?? undefined };
  return paymentFailed({ ...failed, attempt, nextAttemptAt }, facts);
}

async function aboutPlan(
  deps: BillingDeps,
  notice: Notice<'plan_cancelled' | 'plan_resumed' | 'plan_ended'>,
  facts: MailFacts,
): Promise<MailContent | undefined> {
  const subscription = await deps.records.subscription(notice.subscriptionId);
  if (subscription?.plan === undefined) return undefined;
  const plan = PLANS[subscription.plan];
  if (notice.kind === 'plan_ended')
    return planEnded({ plan, reason: await endReason(deps, subscription) }, facts);
  const { periodEnd } = notice;
  if (notice.kind === 'plan_cancelled')
    return planCancelled({ plan, endsAt: periodEnd, renews: renewalOf(subscription) !== undefined }, facts);
  return planResumed({ plan, renewal: await renewalAt(deps, subscription._id, periodEnd) }, facts);
}

async function endReason(
  { gateway }: BillingDeps,
  { cancelAtPeriodEnd, latestInvoiceId }: SubscriptionRecord,
): Promise<PlanEndReason> {
  if (cancelAtPeriodEnd) return 'cancelled';
  const latest = latestInvoiceId === undefined ? undefined : await gateway.invoice(latestInvoiceId);
  return latest === undefined || latest.status === 'paid' ? 'other' : 'unpaid';
}

async function aboutRefund(
  { records, refunds }: BillingDeps,
  { stepId }: Notice<'refund'>,
  facts: MailFacts,
): Promise<MailContent | undefined> {
  const step = await refunds.step(stepId);
  const invoice = step && (await records.invoice(step.invoiceId));
  if (step === undefined || invoice === undefined) return undefined;
  const { plan, credits, number } = invoice;
  const paidFor = plan === undefined ? (credits ?? 'Hark') : PLANS[plan].title;
  return refundMail(step, { ...facts, invoiceNumber: number, paidFor });
}

async function aboutCard(
  deps: BillingDeps,
  uid: string,
  { subscriptionId, cardId }: Notice<'card_expiring'>,
  facts: MailFacts,
): Promise<MailContent | undefined> {
  const [subscription, card] = await Promise.all([
    deps.records.subscription(subscriptionId),
    defaultCardOf(deps, uid, subscriptionId),
  ]);
  // Another card pays by now.
  if (subscription?.plan === undefined || card?.id !== cardId) return undefined;
  const renewal = await renewalAt(deps, subscriptionId, subscription.periodEnd);
  return cardExpiring({ card, plan: PLANS[subscription.plan], renewal }, facts);
}

async function aboutLowCredits(
  { records, clock }: BillingDeps,
  uid: string,
  { available, threshold }: Notice<'credits_low'>,
  facts: MailFacts,
): Promise<MailContent> {
  const plan = await records.currentSubscription(uid);
  const active = plan !== undefined && isActive(plan, clock.now()) ? plan : undefined;
  const nextCreditsAt = active && renewalOf(active);
  return creditsLow({ available, threshold, canBuy: active !== undefined, nextCreditsAt }, facts);
}
