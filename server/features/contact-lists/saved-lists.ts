import type { OpenList } from './api.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { usableList } from './find-list.ts';
import { contactOf } from './list-contact-store.ts';
import { completeEdit } from './list-edits.ts';

/** Contacts read at a time. */
const BATCH = 1_000;

/** Opens a list of a user for reading; see `SavedLists`. */
export async function openList(deps: ContactListsDeps, userId: string, listId: string): Promise<OpenList> {
  let list = await usableList(deps, userId, listId, 'list_id');
  while (list.edit !== undefined) {
    await completeEdit(deps, { ...list, edit: list.edit });
    list = await usableList(deps, userId, listId, 'list_id');
  }
  const { version, consent, ownColumns } = list;
  return {
    consent,
    ownColumns,
    async *contacts() {
      for await (const batch of deps.contacts.stream(listId, BATCH)) yield batch.map(contactOf);
    },
    async isUnchanged() {
      const now = await usableList(deps, userId, listId, 'list_id');
      return now.version === version && now.edit === undefined;
    },
  };
}
