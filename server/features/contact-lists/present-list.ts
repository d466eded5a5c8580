import { formatNumber } from '#shared/formats.ts';
import { MAX_CONTACT_LISTS } from '#shared/limits.ts';
import type { ContactListView } from '#shared/schemas/contact-lists.ts';
import { AppError, notFound } from '#server/platform/lib/errors.ts';
import type { SavedList } from './contact-list-model.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';

/** Returns the API representation of a list; `uses` counts the campaigns that were made from it. */
export function presentList(list: SavedList, uses: number): ContactListView {
  return {
    id: list._id,
    name: list.name,
    status: list.status === 'building' ? 'building' : 'ready',
    size: list.size,
    columns: list.columns,
    own_columns: list.ownColumns,
    consent: list.consent,
    version: list.version,
    used_by: uses,
    created_at: list.createdAt.toISOString(),
    updated_at: list.updatedAt.toISOString(),
  };
}

/** Returns a list of a user as it is now. Throws NOT_FOUND if it is gone. */
export async function shownList(
  { lists, campaigns }: Pick<ContactListsDeps, 'lists' | 'campaigns'>,
  userId: string,
  id: string,
): Promise<ContactListView> {
  const list = await lists.findOwned(userId, id);
  if (list === undefined) throw notFound('List');
  return presentList(list, (await campaigns.countsOf(userId, [id])).get(id) ?? 0);
}

/** Returns the lists of a user, the latest first. */
export async function shownLists(
  { lists, campaigns }: Pick<ContactListsDeps, 'lists' | 'campaigns'>,
  userId: string,
): Promise<ContactListView[]> {
  const found = await lists.ofUser(userId, MAX_CONTACT_LISTS);
  const shown = found.filter(({ status }) => status !== 'preparing');
  const uses = await campaigns.countsOf(
    userId,
    shown.map(({ _id }) => _id),
  );
  return shown.map((list) => presentList(list, uses.get(list._id) ?? 0));
}

/** Returns the lists of a user that became ready at `from` or later. */
export async function listsReadySince(
  { lists, campaigns }: Pick<ContactListsDeps, 'lists' | 'campaigns'>,
  userId: string,
  from: Date,
): Promise<{ at: Date; view: ContactListView }[]> {
  const ready = (await lists.ofUser(userId, MAX_CONTACT_LISTS)).flatMap((list) => {
    const { readyAt: at } = list;
    return at === undefined || at < from ? [] : [{ at, list }];
  });
  if (ready.length === 0) return [];
  const ids = ready.map(({ list }) => list._id);
  const uses = await campaigns.countsOf(userId, ids);
  return ready.map(({ at, list }) => ({ at, view: presentList(list, uses.get(list._id) ?? 0) }));
}

/** Returns the error for a name that another list of the user has. */
export function nameTaken(name: string): AppError {
  return new AppError('ALREADY_EXISTS', `You already have a list named "${name}".`);
}

/** Returns the error for a list that another change or copy prevents from being changed. */
export function listBusy(): AppError {
  return new AppError('CONFLICT', 'This list is being combined with another. Please try again in a moment.');
}

/** Returns the error for more lists or contacts than a user may have. */
export function limitReached(text: string, most: number): AppError {
  return new AppError(
    'LIMIT_REACHED',
    `${text.replace('{most}', formatNumber(most))} Please delete a list first.`,
  );
}
