import { groupBy } from '#server/platform/lib/group-by.ts';
import type { AddedNumber } from '#server/features/do-not-call/suppressions/api.ts';
import type { EndpointRecord } from '#server/features/webhooks/endpoints/endpoint-store.ts';
import { isTakenSince } from '#server/features/webhooks/endpoints/taken-since.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import type { CursorRecord } from './cursor-store.ts';
import { eventIdOf } from './event-id.ts';
import { recordEvents, type Occurrence } from './record-events.ts';

const PAGE = 2_000;
/** A number that is written for longer than this after its time would be missed. */
const OVERLAP_MS = 120_000;
/** Numbers that are this new may be taken back, and those of an import may be followed by others of the same batch. */
const SETTLED_MS = { one: 2_000, batch: 60_000 };

/** Stores an event for each number, or batch of an import, that was added to the do-not-call list of the user. */
export async function recordAddedNumbers(
  deps: WebhookDeps,
  { _id: uid, suppressionsFrom }: CursorRecord,
  endpoints: readonly EndpointRecord[],
): Promise<void> {
  const now = deps.clock.now().getTime();
  for (let from = suppressionsFrom, limit = PAGE; ;) {
    const page = await deps.numbers.addedSince(uid, from, limit);
    const last = page.at(-1);
    const isLast = last === undefined || page.length < limit;
    // The batch at the end of a page may go on in the next one.
    const whole = isLast ? page : page.filter(({ view }) => view.added_at < last.view.added_at);
    await recordPage(deps, uid, whole, { now, endpoints });
    if (isLast) break;
    // A page of a single time, as of many imports at once, is read again as a longer one.
    limit = whole.length === 0 ? 2 * limit : PAGE;
    from = new Date(last.view.added_at);
  }
  await deps.cursors.advance(uid, { suppressionsFrom: new Date(now - OVERLAP_MS) });
}

async function recordPage(
  deps: WebhookDeps,
  uid: string,
  numbers: readonly AddedNumber[],
  { now, endpoints }: { now: number; endpoints: readonly EndpointRecord[] },
): Promise<void> {
  const settled = numbers.filter(({ batch, view }) => {
    const age = now - Date.parse(view.added_at);
    return age >= (batch === undefined ? SETTLED_MS.one : SETTLED_MS.batch);
  });
  const events = groupBy(settled, ({ id, batch }) => batch ?? id);
  for (const endpoint of endpoints) {
    const since = [...events].filter(([, [first]]) => isTaken(endpoint, first, now));
    const occurrences = since.map(([fact, added]) => occurrenceOf(uid, fact, added));
    if (occurrences.length > 0) await recordEvents(deps, [endpoint], occurrences);
  }
}

/** Whether an endpoint is sent a number. */
function isTaken(endpoint: EndpointRecord, number: AddedNumber | undefined, now: number): boolean {
  const at = new Date(number?.view.added_at ?? 0);
  return isTakenSince(endpoint, { type: 'suppression.added', at }, new Date(now));
}

function occurrenceOf(uid: string, fact: string, added: readonly AddedNumber[]): Occurrence {
  const id = eventIdOf(uid, 'suppression.added', fact);
  return {
    payload: { id, type: 'suppression.added', data: { suppressions: added.map(({ view }) => view) } },
  };
}
