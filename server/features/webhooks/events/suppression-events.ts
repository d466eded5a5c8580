import { groupBy } from '#server/platform/lib/group-by.ts';
import type { AddedNumber, RemovedNumber } from '#server/features/do-not-call/suppressions/api.ts';
import type { EndpointRecord } from '#server/features/webhooks/endpoints/endpoint-store.ts';
import { isTakenSince } from '#server/features/webhooks/endpoints/taken-since.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import type { CursorRecord } from './cursor-store.ts';
import { eventsOf, type Occurrence } from './event-body.ts';
import { recordEvents } from './record-events.ts';

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
  const read = (from: Date, limit: number) => deps.numbers.addedSince(uid, from, limit);
  for await (const page of pagesSince(suppressionsFrom, read, ({ view }) => view.added_at))
    await recordPage(deps, uid, page, { now, endpoints });
  await deps.cursors.advance(uid, { suppressionsFrom: new Date(now - OVERLAP_MS) });
}

/** Stores an event for each number that was removed from the do-not-call list of the user. */
export async function recordRemovedNumbers(
  deps: WebhookDeps,
  { _id: uid, suppressionsFrom, removalsFrom = suppressionsFrom }: CursorRecord,
  endpoints: readonly EndpointRecord[],
): Promise<void> {
  const now = deps.clock.now();
  const read = (from: Date, limit: number) => deps.numbers.removedSince(uid, from, limit);
  for await (const page of pagesSince(removalsFrom, read, ({ view }) => view.removed_at)) {
    const done = page.filter(({ isListed }) => !isListed);
    for (const endpoint of endpoints) {
      const since = done.filter(({ view }) =>
        isTakenSince(endpoint, { type: 'suppression.removed', at: new Date(view.removed_at) }, now),
      );
      const occurrences = since.flatMap((removal) => removalOf(uid, removal));
      if (occurrences.length > 0) await recordEvents(deps, [endpoint], occurrences);
    }
  }
  await deps.cursors.advance(uid, { removalsFrom: new Date(now.getTime() - OVERLAP_MS) });
}

function removalOf(uid: string, { id, view }: RemovedNumber): Occurrence[] {
  const dataOf = (suppressions: readonly RemovedNumber['view'][]) => ({ suppressions: [...suppressions] });
  return eventsOf({ uid, type: 'suppression.removed', key: [id], items: [view], dataOf });
}

/** Reads rows by their time, oldest first, in pages that have all rows of each time. */
async function* pagesSince<Row>(
  since: Date,
  read: (from: Date, limit: number) => Promise<Row[]>,
  atOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  for (let from = since, limit = PAGE; ;) {
    const page = await read(from, limit);
    const last = page.at(-1);
    if (last === undefined || page.length < limit) {
      yield page;
      return;
    }
    // The batch at the end of a page may go on in the next one.
    const whole = page.filter((row) => atOf(row) < atOf(last));
    yield whole;
    // A page of a single time, as of many imports at once, is read again as a longer one.
    limit = whole.length === 0 ? 2 * limit : PAGE;
    from = new Date(atOf(last));
  }
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
    const occurrences = since.flatMap(([fact, added]) => occurrencesOf(uid, fact, added));
    if (occurrences.length > 0) await recordEvents(deps, [endpoint], occurrences);
  }
}

/** Whether an endpoint is sent a number. */
function isTaken(endpoint: EndpointRecord, number: AddedNumber | undefined, now: number): boolean {
  const at = new Date(number?.view.added_at ?? 0);
  return isTakenSince(endpoint, { type: 'suppression.added', at }, new Date(now));
}

function occurrencesOf(uid: string, fact: string, added: readonly AddedNumber[]): Occurrence[] {
  const items = added.map(({ view }) => view);
  const dataOf = (suppressions: readonly AddedNumber['view'][]) => ({ suppressions: [...suppressions] });
  return eventsOf({ uid, type: 'suppression.added', key: [fact], items, dataOf });
}
