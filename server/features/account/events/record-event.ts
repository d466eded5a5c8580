import { HOUR_MS } from '#shared/time-units.ts';
import type { AccountEventType } from '#shared/schemas/account/account-events.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { idOf, newId } from '#server/platform/lib/secrets/ids.ts';
import type { AccountEvent } from './api.ts';
import type { AccountEventRecord, AccountEventStore } from './account-event-store.ts';

const COUNTED_KEPT_MS = 90 * 24 * HOUR_MS;

/** What other people can cause: counted by the hour and removed after 90 days, so that they cannot fill a history. */
const COUNTED: ReadonlySet<AccountEventType> = new Set(['sign_in_failed']);

/** Appends an event, or counts it. */
export async function recordEvent(
  { store, clock }: { store: AccountEventStore; clock: Clock },
  event: AccountEvent,
): Promise<void> {
  const { uid, type, client, detail, key } = event;
  const at = clock.now();
  const record: AccountEventRecord = {
    _id: key === undefined ? newId() : idOf(uid, type, key),
    uid,
    type,
    at,
    count: 1,
    userAgent: client?.userAgent,
    networks: client === undefined ? [] : [client.network],
    detail,
  };
  if (!COUNTED.has(type)) {
    await store.append(record);
    return;
  }
  const id = idOf(uid, type, String(Math.floor(at.getTime() / HOUR_MS)));
  const counted = { ...record, _id: id, removeAt: new Date(at.getTime() + COUNTED_KEPT_MS) };
  if (!(await store.append(counted))) await store.countAgain(id, client?.network ?? '');
}
