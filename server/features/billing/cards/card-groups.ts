import { cardExpiry } from '#shared/billing/card-expiry.ts';
import type { SavedCard } from '#server/providers/payments/port.ts';

/** A card as the user knows it. */
export interface CardGroup {
  /** The copy that stays: the one saved last. */
  card: SavedCard;
  /** Older copies of the same card. */
  copies: SavedCard[];
}

/** Groups the copies of the same card. `cards`: the one saved last first; those with an id in `removed` are left out. */
export function groupCards(cards: readonly SavedCard[], removed: readonly string[] = []): CardGroup[] {
  const groups = new Map<string, CardGroup>();
  for (const card of cards) {
    if (removed.includes(card.id)) continue;
    const key = card.fingerprint ?? card.id;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { card, copies: [] });
    else group.copies.push(card);
  }
  return [...groups.values()];
}

/**
 * Returns the card that takes the place of a removed default card: a newer copy of it, else the latest card that has not
 * expired at `now`, else the latest card. `undefined` if none is left.
 */
export function nextDefault(
  removed: SavedCard,
  groups: readonly CardGroup[],
  now: Date,
): SavedCard | undefined {
  const left = groups.map(({ card }) => card);
  const copy = left.find(
    ({ fingerprint }) => fingerprint !== undefined && fingerprint === removed.fingerprint,
  );
  const usable = left.find(({ expMonth, expYear }) => cardExpiry(expMonth, expYear, now) !== 'expired');
  return copy ?? usable ?? left[0];
}
