import type { BillingAccount } from '#server/features/billing/billing-account-store.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { syncLive } from '#server/features/billing/subscriptions/sync-subscription.ts';
import type { SavedCard } from '#server/providers/payments/port.ts';
import { allEnded } from '#server/platform/lib/concurrency/run-all.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import { groupCards, nextDefault } from './card-groups.ts';

export const DETACH_CARDS_DUTY = 'detach-cards';
/** How long a removal may take before it is due in any case, should the process die. */
const REMOVAL_MS = 30_000;
const MAX_AT_ONCE = 20;
/** Above the number of removals of one account that can meet. */
const MAX_ATTEMPTS = 20;

/** Returns when a removal that begins now is due. */
export function removalDueAt({ clock }: BillingDeps): Date {
  return fromNow(clock, REMOVAL_MS);
}

/**
 * Makes the payment provider forget the removed cards of a user, after another card has become the default in place of a
 * removed one. Repeatable, also by two processes at once.
 */
export async function detachRemoved(deps: BillingDeps, uid: string): Promise<void> {
  const { accounts, gateway, removedCards } = deps;
  const account = await accounts.byUid(uid);
  if (account?.customerId === undefined || account.cardsDueAt === undefined) return;
  const saved = await gateway.cards(account.customerId);
  const removed = saved.filter(({ id }) => account.removedCards?.includes(id));
  if (removed.length > 0) await moveDefault(deps, uid, account.customerId);
  for (const { id } of removed) await gateway.detachCard(id);
  await removedCards.markDetached(uid, account.cardsRevision ?? 0);
}

/**
 * Detaches the removed cards that are due, those of all users at once and none once `signal` is aborted. Throws the first failure
 * after all were tried.
 */
export async function detachDue(deps: BillingDeps, signal?: AbortSignal): Promise<void> {
  const due = await deps.removedCards.due(deps.clock.now(), MAX_AT_ONCE);
  if (signal?.aborted !== true) await allEnded(due.map((uid) => detachRemoved(deps, uid)));
}

/** Makes another card the default if a removed one still is. */
async function moveDefault(deps: BillingDeps, uid: string, customerId: string): Promise<void> {
  const account = await deps.accounts.byUid(uid);
  const current = await deps.gateway.defaultCard(customerId, account?.liveSubscriptionId);
  if (current !== undefined && isRemoved(account, current)) await keepDefault(deps, uid, customerId);
}

/**
 * Makes a card the default that is not removed: the one that pays next, else another. To be called after a card became
 * the default that may be removed; a removal that is decided meanwhile moves the default again.
 */
export async function keepDefault(deps: BillingDeps, uid: string, customerId: string): Promise<void> {
  const { accounts, gateway, clock } = deps;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const account = await accounts.byUid(uid);
    const current = await gateway.defaultCard(customerId, account?.liveSubscriptionId);
    if (account === undefined || current === undefined) return;
    const left = groupCards(await gateway.cards(customerId), account.removedCards);
    const next = isRemoved(account, current) ? nextDefault(current, left, clock.now()) : current;
    if (next === undefined) return;
    const isGone = async () => isRemoved(await accounts.byUid(uid), next);
    try {
      await gateway.setDefaultCard(customerId, await liveOf(deps, account), next.id);
    } catch (error) {
      if (!(await isGone())) throw error;
    }
    if (!(await isGone())) return;
  }
}

function isRemoved(account: BillingAccount | undefined, { id }: SavedCard): boolean {
  return account?.removedCards?.includes(id) === true;
}

/** Returns the live subscription of an account, unless it has ended at the provider. */
export async function liveOf(deps: BillingDeps, account: BillingAccount): Promise<string | undefined> {
  const subscription = await syncLive(deps, account);
  return subscription?.status === 'canceled' ? undefined : subscription?.id;
}
