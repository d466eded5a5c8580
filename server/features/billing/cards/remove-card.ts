import { AppError } from '#server/platform/lib/errors.ts';
import type { BillingAccount } from '#server/features/billing/billing-account-store.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { settleInvoice } from '#server/features/billing/invoices/settle-invoice.ts';
import { cardName } from '#server/features/billing/present-billing.ts';
import type { SavedCard } from '#server/providers/payments/port.ts';
import type { SignedInContext } from '#server/platform/trpc/context.ts';
import { detachRemoved, liveOf, removalDueAt } from './detach-cards.ts';
import { groupOf, noSuchCard, savedCards } from './saved-cards.ts';

/** Above the number of changes of one account that can meet. */
const MAX_ATTEMPTS = 20;

/**
 * Removes a card of a user with all its copies, and makes another one the default if it was. The decision is stored
 * and recorded before the provider detaches it, so of two removals at once the second one sees the first. No-op for a card that
 * was removed before. Throws NOT_FOUND for a card of others, CONFLICT for the only card of a user with a plan.
 */
export async function removeCard(
  deps: BillingDeps,
  { user: { uid }, client }: Pick<SignedInContext, 'user' | 'client'>,
  cardId: string,
): Promise<void> {
  const card = await decideRemoval(deps, uid, cardId);
  if (card !== undefined)
    await deps.accountEvents.record({
      uid,
      client,
      detail: { card: cardName(card) },
      type: 'card_removed',
      key: card.id,
    });
  await detachRemoved(deps, uid);
}

/** Returns the card that is removed now, or `undefined` if it was removed before. */
async function decideRemoval(deps: BillingDeps, uid: string, cardId: string): Promise<SavedCard | undefined> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { account, groups } = await savedCards(deps, uid);
    const group = groupOf(groups, cardId);
    if (account === undefined || group === undefined) {
      if (account?.removedCards?.includes(cardId) === true) return undefined;
      throw noSuchCard();
    }
    if (groups.length === 1 && (await hasPlan(deps, account)))
      throw new AppError(
        'CONFLICT',
        'This is your only card, and it pays for your plan. Add another card before you remove it.',
      );
    const ids = [group.card, ...group.copies].map(({ id }) => id);
    if (await deps.removedCards.mark(account, ids, removalDueAt(deps))) return group.card;
  }
  throw new AppError('CONFLICT', 'Your cards are being changed. Please try again.');
}

/** Whether an account has a live plan, also one whose payment succeeded a moment ago and is not settled. */
async function hasPlan(deps: BillingDeps, account: BillingAccount): Promise<boolean> {
  if ((await liveOf(deps, account)) !== undefined) return true;
  const { _id: uid, checkout } = account;
  if (checkout?.invoiceId === undefined) return false;
  await settleInvoice(deps, checkout.invoiceId);
  const now = await deps.accounts.byUid(uid);
  return now !== undefined && (await liveOf(deps, now)) !== undefined;
}
