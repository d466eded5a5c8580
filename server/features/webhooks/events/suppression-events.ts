import { groupBy } from '#server/platform/lib/group-by.ts';
import type { AddedNumber, RemovedNumber } from '#server/features/do-not-call/suppressions/api.ts';
import type { EndpointRecord } from '#server/features/webhooks/endpoints/endpoint-store.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { searchedUntil, type CursorRecord } from './cursor-store.ts';
import { eventsOf } from './event-body.ts';
import { recordTaken, type Fact } from './record-taken.ts';

const PAGE = 2_000;
/** Numbers that are this new may be taken back, and those of an import may be followed by others of the same batch. */
const SETTLED_MS = { one: 2_000, batch: 60_000 };

/** Numbers that were added at once, or a removal, as it is told. */
interface Change extends Fact {
  /** Its place among the changes, in milliseconds since the epoch. */
  order: number;
  phones: readonly string[];
}

/**
 * Stores an event for each number, or batch of an import, that was added to the do-not-call list of the user, and for each
 * number that was removed, in the order in which that happened: whoever applies them by their numbers has the list as it is.
 */
export async function recordNumberChanges(
  deps: WebhookDeps,
  { _id: uid, suppressionsFrom, removalsFrom = suppressionsFrom }: CursorRecord,
  endpoints: readonly EndpointRecord[],
): Promise<void> {
  const now = deps.clock.now();
  // Read first: a number that is added again, and found below, was removed before.
  let removed = await removalsSince(deps, uid, removalsFrom);
  const read = (from: Date, limit: number) => deps.numbers.addedSince(uid, from, limit);
  for await (const page of pagesSince(suppressionsFrom, read, ({ view }) => view.added_at)) {
    const added = additionsOf(uid, page, now);
    const addedAt = new Map(added.flatMap(({ phones, order }) => phones.map((phone) => [phone, order])));
    const until = Date.parse(page.at(-1)?.view.added_at ?? '');
    // By the clocks of two processes a removal may seem to follow what was added after it.
    const ordered = removed.map((one) => {
      const again = addedAt.get(one.phones[0] ?? '');
      return { ...one, order: Math.min(one.order, again ?? Infinity) };
    });
    const before = ordered.filter(({ order }) => order <= until);
    removed = ordered.filter(({ order }) => !(order <= until));
    // Of those at one time the removals come first, as the sort is stable.
    const changes = [...before, ...added].sort((one, other) => one.order - other.order);
    await recordTaken(deps, endpoints, changes);
  }
  await recordTaken(deps, endpoints, removed);
  const reached = searchedUntil(now);
  await deps.cursors.advance(uid, { suppressionsFrom: reached, removalsFrom: reached });
}

/** Returns the removals that are done, the first first. */
async function removalsSince(deps: WebhookDeps, uid: string, from: Date): Promise<Change[]> {
  const read = (since: Date, limit: number) => deps.numbers.removedSince(uid, since, limit);
  const changes: Change[] = [];
  for await (const page of pagesSince(from, read, ({ view }) => view.removed_at))
    for (const removal of page) if (!removal.isListed) changes.push(removalOf(uid, removal));
  return changes;
}

function removalOf(uid: string, { id, view }: RemovedNumber): Change {
  const type = 'suppression.removed';
  const at = new Date(view.removed_at);
  const dataOf = (suppressions: readonly RemovedNumber['view'][]) => ({ suppressions: [...suppressions] });
  const occurrences = eventsOf({ uid, type, key: [id], items: [view], dataOf });
  return { type, at, order: at.getTime(), phones: [view.phone], occurrences };
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

/** Returns what is told of numbers that were added: those that are not too new, a batch at once. */
function additionsOf(uid: string, numbers: readonly AddedNumber[], now: Date): Change[] {
  const settled = numbers.filter(({ batch, view }) => {
    const age = now.getTime() - Date.parse(view.added_at);
    return age >= (batch === undefined ? SETTLED_MS.one : SETTLED_MS.batch);
  });
  return [...groupBy(settled, ({ id, batch }) => batch ?? id)].map(([fact, added]) =>
    additionOf(uid, fact, added),
  );
}

function additionOf(uid: string, fact: string, added: readonly AddedNumber[]): Change {
  const type = 'suppression.added';
  const items = added.map(({ view }) => view);
  const dataOf = (suppressions: readonly AddedNumber['view'][]) => ({ suppressions: [...suppressions] });
  return {
    type,
    at: new Date(items[0]?.added_at ?? 0),
    order: Math.max(...items.map((view) => Date.parse(view.added_at))),
    phones: items.map(({ phone }) => phone),
    occurrences: eventsOf({ uid, type, key: [fact], items, dataOf }),
  };
}
