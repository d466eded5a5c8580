import type { PaymentMethodView } from '#shared/schemas/billing/billing.ts';
import { expiryOf } from './saved-card.tsx';

/**
 * Returns the id of the card that a payment preselects: the default card, or the first one where that has expired or there
 * is none; undefined if no card can be charged today.
 */
export function preselectedCard(
  cards: readonly PaymentMethodView[],
  defaultId: string | undefined,
): string | undefined {
  const usable = cards.filter(({ card }) => expiryOf(card) !== 'expired');
  return (usable.find(({ id }) => id === defaultId) ?? usable[0])?.id;
}
