import { AppError, invalidField } from '#server/platform/lib/errors.ts';
import type { SavedList } from './contact-list-model.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';

/**
 * Returns a list that the field of a body names. Throws `AppError` FORBIDDEN for another user's list, INVALID_INPUT for one
 * that is deleted, CONFLICT for one that is still being built.
 */
export async function usableList(
  { lists }: Pick<ContactListsDeps, 'lists'>,
  userId: string,
  id: string,
  field: string,
): Promise<SavedList> {
  const list = await lists.find(id);
  if (list !== undefined && list.userId !== userId)
    throw new AppError('FORBIDDEN', 'This list belongs to another user.');
  if (list === undefined || list.status === 'preparing' || list.status === 'deleting') {
    const text = 'This list was deleted. Choose another one.';
    throw invalidField(field, text);
  }
  if (list.status === 'building')
    throw new AppError('CONFLICT', 'This list is still being put together. Please try again in a moment.');
  return list;
}
