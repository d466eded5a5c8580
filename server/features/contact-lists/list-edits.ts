import { AppError, notFound } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import type { ListEdit, SavedList } from './contact-list-model.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { listBusy } from './present-list.ts';

/** More attempts than requests of one user run at once. */
const MAX_ATTEMPTS = 200;

type EditDeps = Pick<ContactListsDeps, 'lists' | 'contacts' | 'clock' | 'leaseMs'>;

/**
 * Changes the contacts of a list. `decide` returns the change for the list as it is, or undefined for none; nothing else
 * changes the list between that and the change. A change that another request or a dead process has begun is completed first.
 */
export async function editList(
  deps: EditDeps,
  { _id, userId }: Pick<SavedList, '_id' | 'userId'>,
  decide: (list: SavedList) => Promise<Omit<ListEdit, 'id'> | undefined>,
  id = newId(),
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const list = await deps.lists.findOwned(userId, _id);
    if (list === undefined) throw notFound('List');
    if (list.edit !== undefined) {
      await completeEdit(deps, { ...list, edit: list.edit });
      continue;
    }
    if (list.status === 'building' || list.readers.length > 0) throw listBusy();
    const change = await decide(list);
    if (change === undefined) return;
    const edit = { ...change, id };
    const dueAt = fromNow(deps.clock, deps.leaseMs);
    if (await deps.lists.beginEdit(list, edit, dueAt)) return completeEdit(deps, { ...list, edit });
  }
  throw new AppError('CONFLICT', 'This list is being changed. Please try again in a moment.');
}

/** Makes a stored change and counts it once, whoever makes it and however often. */
export async function completeEdit(
  { lists, contacts, clock }: Pick<EditDeps, 'lists' | 'contacts' | 'clock'>,
  list: SavedList & { edit: ListEdit },
): Promise<void> {
  const { _id, version, edit } = list;
  const now = clock.now();
  await contacts.remove(_id, edit.remove, version + 1, now);
  if (edit.put !== undefined) await contacts.put(_id, edit.put, version + 1, edit.id);
  await lists.finishEdit(list, edit, now);
}
