import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { formatCount } from '#shared/formats.ts';
import { createListOutput, type CreateListOutput } from '#shared/schemas/contact-lists.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import { AppError, unauthenticated } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { digestOf, runIdempotent, type EarlierAttempt } from '#server/platform/idempotency/idempotent.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import type { CreateListRequest, ListSource } from './api.ts';
import type { SavedList } from './contact-list-model.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { completeEdit } from './list-edits.ts';
import { assertWithinLimits } from './list-limits.ts';
import { storedContact } from './list-contact-store.ts';
import { nameTaken, shownList } from './present-list.ts';
import { discardList, tombstone } from './sweep-lists.ts';

/**
 * Saves a contact list: all of its contacts or none. Content that the user has saved already is not stored again; the list
 * that has it is returned. Throws `AppError` INVALID_CSV with all invalid lines, ALREADY_EXISTS, LIMIT_REACHED.
 */
export function createList(deps: ContactListsDeps, request: CreateListRequest): Promise<CreateListOutput> {
  const { uid, draft, source, idempotencyKey: key } = request;
  return runIdempotent(
    deps,
    { uid, key, digest: digestOf('contact list', draft, source.digest) },
    {
      idsSchema: z.object({ listId: z.string() }),
      resultSchema: createListOutput,
      ids: { listId: newId() },
      perform: async ({ listId }) => withWarnings(await create(deps, request, listId), source),
      lookup: async ({ listId }) => {
        const earlier = await findCreated(deps, uid, listId);
        if (earlier.kind !== 'done') return earlier;
        // The same list is checked again.
        await source.check('', undefined, await source.ownColumns());
        return { ...earlier, result: withWarnings(earlier.result, source) };
      },
      cancel: async ({ listId }) =>
        (await deps.lists.insert(tombstone(deps, uid, listId))) ||
        (await findCreated(deps, uid, listId)).kind === 'none',
    },
  );
}

function withWarnings(result: CreateListOutput, { warnings }: ListSource): CreateListOutput {
  return { ...result, warnings: warnings?.list() ?? [] };
}

async function findCreated(
  deps: ContactListsDeps,
  uid: string,
  listId: string,
): Promise<EarlierAttempt<CreateListOutput>> {
  const list = await deps.lists.find(listId);
  if (list?.status === 'ready') return { kind: 'done', result: await createdResult(deps, uid, listId) };
  return { kind: list?.status === 'preparing' ? 'in progress' : 'none' };
}

async function create(
  deps: ContactListsDeps,
  { uid, draft: { name, consent: given }, source }: CreateListRequest,
  listId: string,
): Promise<CreateListOutput> {
  await deps.assertSubscribed(uid);
  const consent = await deps.consentOf(uid, given);
  await assertWithinLimits(deps, uid, { lists: 1, contacts: 1 });
  const ownColumns = await source.ownColumns();
  const size = await source.check('', undefined, ownColumns);
  if (size === 0) throw new AppError('INVALID_CSV', 'At least one contact is required');
  const { digest, columns } = await contentOf(source, ownColumns);
  const existing = await existingResult(deps, uid, digest);
  if (existing !== undefined) return existing;
  await assertWithinLimits(deps, uid, { lists: 1, contacts: size });
  const list = newList(deps, { _id: listId, userId: uid, name, consent, digest, columns, ownColumns, size });
  if (!(await deps.lists.insert(list))) {
    const same = await existingResult(deps, uid, digest);
    if (same !== undefined) return same;
    // A list that had this content may have been changed since: then only the name can be taken.
    if (!(await deps.lists.insert(list))) throw nameTaken(name);
  }
  try {
    // Concurrent requests may all have passed the first check: each one above the limit undoes its own.
    await assertWithinLimits(deps, uid, { lists: 0, contacts: 0 });
    // Closing an account erases its lists: either it finds this one, or this check fails.
    if ((await deps.users.byUid(uid)) === undefined) throw unauthenticated();
    await store(deps, list, source);
  } catch (error) {
    await discardList(deps, listId);
    throw error;
  }
  return createdResult(deps, uid, listId);
}

/** Returns a digest of the content of a validated list, whatever its order, and the columns that it fills. */
async function contentOf(
  source: ListSource,
  ownColumns: readonly string[],
): Promise<{ digest: string; columns: string[] }> {
  const columns = new Set<string>();
  let sum = 0n;
  for await (const batch of source.contacts(ownColumns)) {
    for (const contact of batch) {
      const { phone, fields } = storedContact(contact);
      for (const { field } of CONTACT_COLUMNS) if (fields[field] !== undefined) columns.add(field);
      const row = createHash('sha256').update(JSON.stringify([phone, Object.entries(fields).sort()]));
      sum = (sum + BigInt(`0x${row.digest('hex').slice(0, DIGEST_LENGTH)}`)) & DIGEST_BITS;
    }
  }
  return { digest: sum.toString(16), columns: [...columns] };
}

const DIGEST_LENGTH = 48;
const DIGEST_BITS = (1n << BigInt(DIGEST_LENGTH * 4)) - 1n;

/** Stores the contacts in batches and shows the list; throws UNAVAILABLE if the sweeper has closed the upload. */
async function store(
  deps: ContactListsDeps,
  { _id, ownColumns }: SavedList,
  source: ListSource,
): Promise<void> {
  for await (const batch of source.contacts(ownColumns)) {
    const dueAt = fromNow(deps.clock, deps.leaseMs);
    if (!(await deps.lists.renew(_id, dueAt))) throw tookTooLong();
    await deps.contacts.insert(_id, batch.map(storedContact));
  }
  if (!(await deps.lists.commit(_id, deps.clock.now()))) throw tookTooLong();
}

function tookTooLong(): AppError {
  return new AppError('UNAVAILABLE', 'This took too long and was cancelled. Please try again.');
}

/** The fields in which new lists differ. */
type NewList = Pick<SavedList, '_id' | 'userId' | 'name' | 'columns' | 'size'> & {
  consent: Consent;
  digest: string;
  ownColumns: readonly string[];
};

function newList({ clock, leaseMs }: ContactListsDeps, fields: NewList): SavedList {
  const at = clock.now();
  return {
    ...fields,
    ownColumns: [...fields.ownColumns],
    liveName: fields.name,
    status: 'preparing',
    reserved: fields.size,
    version: 1,
    createdAt: at,
    updatedAt: at,
    readers: [],
    dueAt: new Date(at.getTime() + leaseMs),
  };
}

/**
 * Returns the list that a user has with this content; throws CONFLICT while it is being stored. A list that is being changed
 * has it no longer: the change is completed first.
 */
async function existingResult(
  deps: ContactListsDeps,
  uid: string,
  digest: string,
): Promise<CreateListOutput | undefined> {
  const list = await deps.lists.findByDigest(uid, digest);
  if (list === undefined) return undefined;
  if (list.edit !== undefined) {
    await completeEdit(deps, { ...list, edit: list.edit });
    return existingResult(deps, uid, digest);
  }
  if (list.status === 'preparing')
    throw new AppError('CONFLICT', 'This list is being saved already. Please try again in a moment.');
  const message = `You already have this list as “${list.name}”.`;
  return { success: true, list: await shownList(deps, uid, list._id), existing: true, message, warnings: [] };
}

async function createdResult(deps: ContactListsDeps, uid: string, id: string): Promise<CreateListOutput> {
  const list = await shownList(deps, uid, id);
  const message = `“${list.name}” is saved with ${formatCount(list.size, 'contact')}.`;
  return { success: true, list, existing: false, message, warnings: [] };
}
