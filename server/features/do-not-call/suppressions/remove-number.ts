import { needsRemovalReason } from '#shared/schemas/calling/suppressions.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { AppError, notFound, invalidField } from '#server/platform/lib/errors.ts';
import type { RemovalRecord, RemovalStore } from './removal-store.ts';
import type { SuppressionStore } from './suppression-store.ts';

export interface RemoveNumberDeps {
  store: Pick<SuppressionStore, 'find' | 'remove'>;
  removals: Pick<RemovalStore, 'record'>;
  clock: Clock;
}

/** Who removes a number, and why. */
export interface Removal {
  viaApiKey: boolean;
  network: string;
  reason?: string | undefined;
}

/**
 * Removes a number from a user's list and keeps a record of it. Throws NOT_FOUND if it is not on the list, INVALID_INPUT
 * without a reason if its owner or the carrier asked for it, CONFLICT if that happened meanwhile.
 */
export async function removeNumber(
  { store, removals, clock }: RemoveNumberDeps,
  userId: string,
  phone: string,
  removal: Removal,
): Promise<void> {
  const entry = await store.find(userId, phone);
  if (entry === null) throw notFound('Number');
  if (removal.reason === undefined && needsRemovalReason(entry.source)) throw reasonMissing();
  const { source, campaignName, at: addedAt, requestedAt = addedAt } = entry;
  // Before the removal, so that no number is removed without a record.
  await removals.record({
    _id: removalIdOf(String(entry._id), requestedAt),
    userId,
    phone,
    source,
    campaignName,
    addedAt,
    ...removal,
    at: clock.now(),
  });
  if (await store.remove(entry)) return;
  if ((await store.find(userId, phone)) === null) throw notFound('Number');
  throw new AppError('CONFLICT', 'This person has just asked again not to be called.');
}

/** A number that its owner asks for again meanwhile is another removal. */
function removalIdOf(entry: string, requestedAt: Date): string {
  return `${entry}-${String(requestedAt.getTime())}`;
}

/** Returns the id of the entry that a removal names. */
export function entryOf({ _id }: Pick<RemovalRecord, '_id'>): string {
  return _id.slice(0, _id.indexOf('-'));
}

function reasonMissing(): AppError {
  const text = 'Please give a reason: this person asked not to be called.';
  return invalidField('reason', text);
}
