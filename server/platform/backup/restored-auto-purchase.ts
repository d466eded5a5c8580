type Stored = Record<string, unknown>;

/**
 * Returns an automatic purchase of credits as it is restored: off, and without the order that was under way. Its owner may have
 * turned it off since, and purchases made since are unknown.
 */
export function restoredAutoPurchase(stored: Stored): Stored {
  const { onSince, order: _order, dueAt: _dueAt, ...settings } = stored;
  return onSince === undefined ? settings : { ...settings, stopped: 'restored' };
}
