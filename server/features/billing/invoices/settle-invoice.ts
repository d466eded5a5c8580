import { setTimeout as sleep } from 'node:timers/promises';
import { creditsPrice } from '#shared/billing/credit-packs.ts';
import type { CreditCommand } from '#server/features/credits/api.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { payerOf } from '#server/features/billing/customers.ts';
import type {
  InvoiceDecision,
  InvoiceOutcome,
  InvoiceRecord,
} from '#server/features/billing/billing-records-model.ts';
import { planDetail } from '#server/features/billing/present-billing.ts';
import { syncLive, syncSubscription } from '#server/features/billing/subscriptions/sync-subscription.ts';
import type { BillingNotice } from '#server/features/billing/mails/billing-notice.ts';
import { queueMail } from '#server/features/billing/mails/queue-mail.ts';
import type { ProviderInvoice } from '#server/providers/payments/port.ts';
import { storeLatest } from '#server/features/billing/billing-records.ts';

/** The result of settling an invoice. `unpaid` and `undecided`, of a plan that is not in the catalogue, can change later. */
export type Settlement = InvoiceOutcome | 'unpaid' | 'undecided';

/** The provider marks an invoice paid shortly after its payment succeeds: poll for up to five seconds. */
const MAX_POLLS = 20;
const POLL_INTERVAL_MS = 250;

/** The outcome of each decision. */
const OUTCOME: Readonly<Record<InvoiceDecision, InvoiceOutcome>> = {
  grant: 'granted',
  refund: 'refunded',
  nothing: 'nothing',
};

/**
 * Fetches and stores an invoice, decides about it once it is paid, and executes the decision. The only path from
 * money to credits, used by webhook, sweep and checkout. The decision is stored before any effect and reused by every
 * later call, so a crash at any point does not change the outcome.
 */
export async function settleInvoice(deps: BillingDeps, invoiceId: string): Promise<Settlement> {
  await refreshInvoice(deps, invoiceId);
  const invoice = await deps.records.invoice(invoiceId);
  if (invoice === undefined) return 'nothing';
  if (invoice.outcome !== undefined) return invoice.outcome;
  if (invoice.decision === undefined && invoice.status !== 'paid') {
    await queueFailure(deps, invoice);
    return 'unpaid';
  }
  const proposal = invoice.decision ?? (await proposeDecision(deps, invoice));
  if (proposal === undefined) return leaveUndecided(deps, invoice);
  // Stored again even if it was read: no effect may follow another process's write before it is durable.
  const decision = await deps.records.decide(invoiceId, proposal);
  await CARRY_OUT[decision](deps, invoice);
  await deps.records.saveOutcome(invoiceId, OUTCOME[decision]);
  return OUTCOME[decision];
}

/** Settles an invoice whose payment succeeded, which the provider may mark as paid a little later. */
export async function untilSettled(deps: BillingDeps, invoiceId: string): Promise<Settlement> {
  for (let poll = 1; ; poll++) {
    const settlement = await settleInvoice(deps, invoiceId);
    if (settlement !== 'unpaid' || poll === MAX_POLLS) return settlement;
    await sleep(POLL_INTERVAL_MS);
  }
}

/** The ledger key of an invoice's grant. */
export function grantKey(invoiceId: string): string {
  return `grant:invoice:${invoiceId}`;
}

/** Fetches and stores an invoice. */
async function refreshInvoice(deps: BillingDeps, invoiceId: string): Promise<void> {
  await storeLatest(async () => {
    const revision = await deps.records.invoiceRevision(invoiceId);
    const invoice = await deps.gateway.invoice(invoiceId);
    const payer = invoice && (await payerOf(deps, invoice.customerId));
    if (invoice !== undefined && payer !== undefined) {
      const isOpen = (await deps.users.byUid(payer.uid)) !== undefined;
      return deps.records.saveInvoice(payer, isOpen ? invoice : withoutLinks(invoice), revision);
    }
    deps.log.warn({ invoiceId }, 'ignoring an invoice that belongs to no user');
    return true;
  });
}

/** Queues the mail about the latest failed attempt to pay a renewal. A first payment fails before the payer's eyes. */
async function queueFailure(deps: BillingDeps, invoice: InvoiceRecord): Promise<void> {
  const { _id: invoiceId, uid, reason, status, attemptCount, nextAttemptAt } = invoice;
  if (reason !== 'renewal' || status !== 'open' || !(attemptCount > 0)) return;
  await queueMail(deps, uid, `failed:${invoiceId}:${String(attemptCount)}`, {
    kind: 'payment_failed',
    invoiceId,
    attempt: attemptCount,
    nextAttemptAt: nextAttemptAt ?? null,
  });
}

/** Returns an invoice without the links to its pages, which name the payer. */
function withoutLinks(invoice: ProviderInvoice): ProviderInvoice {
  return { ...invoice, pageUrl: undefined, fileUrl: undefined };
}

/** Proposes a decision about a paid invoice; `undefined` if its plan is not in the catalogue, which can be corrected. */
async function proposeDecision(
  deps: BillingDeps,
  invoice: InvoiceRecord,
): Promise<InvoiceDecision | undefined> {
  const { uid, reason, plan, subscriptionId } = invoice;
  if (reason === 'other') return 'nothing';
  const grants = isGrantable(deps, invoice);
  if (reason !== 'credits' && (plan === undefined || subscriptionId === undefined))
    return grants ? undefined : 'nothing';
  // The owner of a closed account cannot use the credits.
  if ((await deps.users.byUid(uid)) === undefined) return grants ? 'refund' : 'nothing';
  const decision = grants ? 'grant' : 'nothing';
  if (subscriptionId === undefined) return decision;
  if (grants && reason === 'first')
    return (await electSubscription(deps, uid, subscriptionId)) ? 'grant' : 'refund';
  // A plan that begins free is the user's plan as well. The event of one that has ended may come late.
  if ((await deps.records.subscription(subscriptionId))?.status !== 'canceled')
    await electSubscription(deps, uid, subscriptionId);
  return decision;
}

/**
 * Whether a period of a plan, or credits, were paid for. A trial was not; whether a coupon of 100 % counts is a setting.
 * Credits that were invoiced at another price, which only a person can have done, are left to that person.
 */
function isGrantable({ grantFreeInvoices, log }: BillingDeps, invoice: InvoiceRecord): boolean {
  const { _id: invoiceId, uid, planTotal, planPrice, credits } = invoice;
  if (credits !== undefined && planPrice !== creditsPrice(credits)) {
    log.error({ uid, invoiceId, credits, planPrice }, 'an invoice sells credits at another price');
    return false;
  }
  if (planTotal > 0 || credits !== undefined) return planTotal > 0;
  const isFree = planTotal === 0 && planPrice > 0;
  if (isFree && !grantFreeInvoices)
    log.warn(
      { uid, invoiceId },
      'an invoice made free by a coupon grants no credits: see GRANT_FREE_INVOICES',
    );
  return isFree && grantFreeInvoices;
}

/** The hourly sweep settles it again, so that correcting the catalogue grants it. */
async function leaveUndecided(
  { records, clock, log }: BillingDeps,
  { _id: invoiceId, uid, subscriptionId }: InvoiceRecord,
): Promise<'undecided'> {
  if (await records.markUndecided(invoiceId, clock.now()))
    log.error(
      { uid, invoiceId, subscriptionId },
      'an invoice was paid for a plan that is not in the catalogue',
    );
  return 'undecided';
}

/** Elects the live subscription of a user: the first one seen paid, until it has ended. */
async function electSubscription(deps: BillingDeps, uid: string, subscriptionId: string): Promise<boolean> {
  if (await deps.accounts.claimLive(uid, subscriptionId)) return true;
  // The stored state may be stale: syncing releases a live subscription that has ended.
  await syncLive(deps, await deps.accounts.byUid(uid));
  return deps.accounts.claimLive(uid, subscriptionId);
}

/** The effects of each decision. All are idempotent: they may have been executed before, partly or in full. */
const CARRY_OUT: Readonly<
  Record<InvoiceDecision, (deps: BillingDeps, invoice: InvoiceRecord) => Promise<void>>
> = {
  grant: grantCredits,
  refund: refundUnusable,
  nothing: () => Promise.resolve(),
};

/** Refunds the payment of a second subscription or of a closed account, and cancels the subscription. */
async function refundUnusable(deps: BillingDeps, invoice: InvoiceRecord): Promise<void> {
  const { _id: invoiceId, uid, subscriptionId } = invoice;
  deps.log.warn({ uid, invoiceId }, 'a second paid subscription, or a closed account: refunding the payment');
  await deps.gateway.refundInvoice(invoiceId, `refund:${invoiceId}`);
  if (subscriptionId !== undefined) {
    await deps.gateway.cancelNow(subscriptionId);
    // A concurrent call may have claimed it as live before the decision was stored; syncing releases it.
    await syncSubscription(deps, subscriptionId);
  }
  await queueMail(deps, uid, `returned:${invoiceId}`, { kind: 'payment_returned', invoiceId });
}

async function grantCredits(deps: BillingDeps, invoice: InvoiceRecord): Promise<void> {
  const { ledger, log, accountEvents } = deps;
  const { _id: id, uid, streamId, reason, plan, credits } = invoice;
  const result = await ledger.execute(streamId, grantOf(invoice));
  if (!result.ok) throw new Error(`The grant for invoice ${id} was refused: ${result.refusal.type}`);
  if (!result.repeated) log.info({ uid, invoiceId: id, plan, credits }, 'credits granted');
  if (reason === 'first')
    await accountEvents.record({ uid, type: 'plan_started', detail: planDetail(plan), key: id });
  await queueMail(deps, uid, `granted:${id}`, { kind: PAID_MAIL[reason], invoiceId: id });
}

const PAID_MAIL = {
  first: 'plan_started',
  renewal: 'plan_renewed',
  credits: 'credits_bought',
  other: 'plan_renewed',
} as const satisfies Record<InvoiceRecord['reason'], BillingNotice['kind']>;

/** Returns the command that grants what an invoice pays for. */
function grantOf({ _id: id, plan, credits, periodStart }: InvoiceRecord): CreditCommand {
  const key = grantKey(id);
  if (plan !== undefined)
    return { type: 'grant', key, plan, source: { kind: 'invoice', id }, period: { id, start: periodStart } };
  if (credits === undefined) throw new Error(`The invoice ${id} pays for no credits`);
  return { type: 'purchase', key, credits, source: { kind: 'purchase', id } };
}
