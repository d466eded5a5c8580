import { HOUR_MS } from '#shared/time-units.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import type { SavedList } from './contact-list-model.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { completeEdit } from './list-edits.ts';
import { dueRecords } from '#server/platform/lib/mongodb/due-records.ts';

/** Contacts erased at once. */
const ERASE_BATCH = 5_000;
/** Batches that a request erases before it leaves the rest to the sweeper. */
const BATCHES_AT_ONCE = 4;
/** Grace period: after this no stale worker can write contacts of a deleted list. */
const RESWEEP_AFTER_MS = HOUR_MS;

/** The owner of lists whose account is erased. */
const NOBODY = 'deleted';

type SweepDeps = Pick<ContactListsDeps, 'lists' | 'contacts' | 'jobs' | 'clock' | 'log' | 'leaseMs'>;

/**
 * Finishes what processes left undone: erases interrupted uploads and deleted lists, completes changes, continues builds;
 * begins nothing more once `signal` is aborted. Idempotent: safe to run concurrently and to interrupt at any point.
 */
export async function sweepLists(deps: SweepDeps, signal?: AbortSignal): Promise<void> {
  const { lists, clock, leaseMs, log } = deps;
  const due = dueRecords((now, until) => lists.claimDue(now, until), { clock, leaseMs, signal });
  for await (const list of due) {
    try {
      await resolve(deps, list, signal);
    } catch (error) {
      log.error({ err: error, listId: list._id }, 'sweeping a list failed; the next sweep retries it');
    }
  }
}

async function resolve(deps: SweepDeps, list: SavedList, signal?: AbortSignal): Promise<void> {
  switch (list.status) {
    case 'preparing':
      await discardList(deps, list._id);
      return;
    case 'deleting':
      return eraseList(deps, list, signal);
    case 'building':
      return deps.jobs.buildList(list._id);
    case 'ready':
      if (list.edit !== undefined) await completeEdit(deps, { ...list, edit: list.edit });
  }
}

/** Hides a list and erases the first of its contacts; the sweeper erases the rest. */
export async function discardList(deps: SweepDeps, id: string): Promise<boolean> {
  const now = deps.clock.now();
  const list = await deps.lists.find(id);
  if (list === undefined || !(await deps.lists.markDeleting(id, now))) return false;
  if (list.build !== undefined) await deps.lists.release(list);
  for (let batch = 0; batch < BATCHES_AT_ONCE; batch += 1)
    if ((await deps.contacts.erase(id, ERASE_BATCH)) < ERASE_BATCH) break;
  return true;
}

/** A list may have a million contacts: what a worker that stops has left is erased by a later sweep. */
async function eraseList(
  { lists, contacts, clock }: SweepDeps,
  list: SavedList,
  signal?: AbortSignal,
): Promise<void> {
  await lists.release(list);
  while ((await contacts.erase(list._id, ERASE_BATCH)) === ERASE_BATCH) if (signal?.aborted === true) return;
  if (list.erased === true) return lists.remove(list._id);
  await lists.markErased(list._id, fromNow(clock, RESWEEP_AFTER_MS));
}

/**
 * Erases the lists of an account that is being erased. Repeatable. They stay without an owner until no stale worker can
 * write contacts of them.
 */
export async function eraseLists(
  deps: Pick<ContactListsDeps, 'lists' | 'contacts' | 'clock'>,
  userId: string,
): Promise<void> {
  const { lists, contacts } = deps;
  for (;;) {
    const ids = await lists.idsOf(userId, 100);
    if (ids.length === 0) return;
    for (const id of ids) while ((await contacts.erase(id, ERASE_BATCH)) === ERASE_BATCH);
    await lists.eraseAll(userId, ids, tombstone(deps, NOBODY, ''));
  }
}

/** Returns a list that takes an id, so that a stale request cannot store one under it. */
export function tombstone(
  { clock }: Pick<ContactListsDeps, 'clock'>,
  userId: string,
  _id: string,
): SavedList {
  const at = clock.now();
  return {
    _id,
    userId,
    status: 'deleting',
    name: 'deleted',
    size: 0,
    reserved: 0,
    columns: [],
    ownColumns: [],
    consent: { basis: 'other', own_words: 'deleted', obtained_at: '1970-01-01', source: 'deleted' },
    version: 1,
    createdAt: at,
    updatedAt: at,
    readers: [],
    erased: true,
    dueAt: new Date(at.getTime() + RESWEEP_AFTER_MS),
  };
}
