import { AppError } from '#server/platform/lib/errors.ts';
import type { BillingAccount } from '#server/features/billing/billing-account-store.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import type { SavedCard } from '#server/providers/payments/port.ts';
import { DETACH_CARDS_DUTY } from './detach-cards.ts';
import { groupCards, type CardGroup } from './card-groups.ts';

/** The saved cards of a user: one group for each card, with the account that they were read with. */
export interface SavedCards {
  account: BillingAccount | undefined;
  groups: CardGroup[];
}

/**
 * Returns the saved cards of a user, the one saved last first, without those that the user removed. A card that was saved
 * more than once is one; its older copies are removed by a worker, unless the account changes meanwhile.
 */
export async function savedCards(deps: BillingDeps, uid: string): Promise<SavedCards> {
  const account = await deps.accounts.byUid(uid);
  if (account?.customerId === undefined) return { account, groups: [] };
  const groups = groupCards(await deps.gateway.cards(account.customerId), account.removedCards);
  const copies = groups.flatMap((group) => group.copies.map(({ id }) => id));
  if (copies.length > 0 && (await deps.removedCards.mark(account, copies, deps.clock.now())))
    deps.trigger(DETACH_CARDS_DUTY);
  return { account, groups };
}

/** Returns the group of a card id, also of the id of an older copy; `undefined` for any other. */
export function groupOf(groups: readonly CardGroup[], cardId: string): CardGroup | undefined {
  return groups.find(({ card, copies }) => [card, ...copies].some(({ id }) => id === cardId));
}

/** Returns the error for a card id that is none of the caller's, whether or not it exists. */
export function noSuchCard(): AppError {
  return new AppError('NOT_FOUND', 'No such card');
}

/** Returns the card that pays next: that of the subscription, else of the customer. */
export async function defaultCardOf(
  deps: BillingDeps,
  uid: string,
  subscriptionId: string | undefined,
): Promise<SavedCard | undefined> {
  const { account, groups } = await savedCards(deps, uid);
  if (account?.customerId === undefined) return undefined;
  const atProvider = await deps.gateway.defaultCard(account.customerId, subscriptionId);
  return (groupOf(groups, atProvider?.id ?? '') ?? groups[0])?.card;
}
