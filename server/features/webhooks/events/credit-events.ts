import type { EndpointRecord } from '#server/features/webhooks/endpoints/endpoint-store.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import type { CursorRecord } from './cursor-store.ts';
import type { Occurrence } from './event-body.ts';
import { eventIdOf } from './event-id.ts';
import { recordTaken, type Fact } from './record-taken.ts';

/** What counts as low for a user without a reminder. */
const DEFAULT_THRESHOLD = 1_000;
const BATCH = 200;

/** Stores an event for each credit event that made what is available fall below the threshold of the user's reminder. */
export async function recordLowCredits(
  deps: WebhookDeps,
  cursor: CursorRecord,
  endpoints: readonly EndpointRecord[],
): Promise<void> {
  const { _id: uid, streamId } = cursor;
  const threshold = (await deps.creditAlerts.thresholdOf(uid)) ?? DEFAULT_THRESHOLD;
  for (let { creditVersion, available } = cursor; ;) {
    const found = await deps.creditEvents.after(streamId, creditVersion, BATCH);
    const low: Fact[] = [];
    const from = creditVersion;
    for (const { version, balance, at } of found) {
      const fell = available >= threshold && balance.available < threshold;
      if (fell) {
        const occurrence = occurrenceOf(uid, { streamId, version, threshold }, balance);
        low.push({ type: 'credits.low', at, occurrences: [occurrence] });
      }
      creditVersion = version;
      available = balance.available;
    }
    await recordTaken(deps, endpoints, low);
    if (found.length > 0) await deps.cursors.advanceCredits(uid, from, { creditVersion, available });
    if (found.length < BATCH) return;
  }
}

function occurrenceOf(
  uid: string,
  { streamId, version, threshold }: { streamId: string; version: number; threshold: number },
  { available, held }: { available: number; held: number },
): Occurrence {
  const id = eventIdOf(uid, 'credits.low', streamId, String(version));
  return { payload: { id, type: 'credits.low', data: { balance: available, held, threshold } } };
}
