import type { BillingAccount } from '#server/billing/billing-account-store.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { syncSubscription } from '#server/billing/subscriptions/sync-subscription.ts';
import type { SavedCard } from '#server/providers/payments/port.ts';
import { groupCards, nextDefault } from './card-groups.ts';

/** How long a removal may take before it is due in any case, should the process die. */
const REMOVAL_MS = 30_000;
const MAX_AT_ONCE = 20;

/** Returns when a removal that begins now is due. */
export function removalDueAt({ clock }: BillingDeps): Date {
  return new Date(clock.now().getTime() + REMOVAL_MS);
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
  if (removed.length > 0) await moveDefault(deps, account, account.customerId, saved);
  for (const { id } of removed) await gateway.detachCard(id);
  await removedCards.told(uid, account.cardsRevision ?? 0);
}

/** Detaches the removed cards that are due. Throws the first failure after all were tried. */
export async function detachDue(deps: BillingDeps): Promise<void> {
  const due = await deps.removedCards.due(deps.clock.now(), MAX_AT_ONCE);
  const results = await Promise.allSettled(due.map((uid) => detachRemoved(deps, uid)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Removes the older copies of cards that a user saved more than once. No-op if the account changes meanwhile. */
export async function removeDuplicates(deps: BillingDeps, uid: string): Promise<void> {
  const account = await deps.accounts.byUid(uid);
  if (account?.customerId === undefined) return;
  const groups = groupCards(await deps.gateway.cards(account.customerId), account.removedCards);
  const copies = groups.flatMap((group) => group.copies.map(({ id }) => id));
  if (copies.length === 0 || !(await deps.removedCards.mark(account, copies, removalDueAt(deps)))) return;
  await detachRemoved(deps, uid);
}

/** Makes another card the default if a removed one still is. */
export async function moveDefault(
  deps: BillingDeps,
  account: BillingAccount,
  customerId: string,
  saved: readonly SavedCard[],
): Promise<void> {
  const { gateway, clock } = deps;
  const current = await gateway.defaultCard(customerId, account.liveSubscriptionId);
  if (current === undefined || account.removedCards?.includes(current.id) !== true) return;
  const next = nextDefault(current, groupCards(saved, account.removedCards), clock.now());
  if (next !== undefined) await gateway.setDefaultCard(customerId, await liveOf(deps, account), next.id);
}

/** Returns the live subscription of an account, unless it has ended at the provider. */
export async function liveOf(
  deps: BillingDeps,
  { liveSubscriptionId }: BillingAccount,
): Promise<string | undefined> {
  if (liveSubscriptionId === undefined) return undefined;
  const subscription = await syncSubscription(deps, liveSubscriptionId);
  return subscription?.status === 'canceled' ? undefined : liveSubscriptionId;
}
