import { createDraftFileStore } from './draft-file-store.ts';
import { deleteDraft } from './draft-store.ts';

/** Deletes the draft of a user and its file from this browser. */
export function eraseDraft(uid: string): void {
  deleteDraft(localStorage, uid);
  // A browser that cannot store files has none.
  createDraftFileStore(indexedDB)
    .delete(uid)
    .catch(() => undefined);
}
