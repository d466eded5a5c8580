import { createDraftFileStore } from './draft-file-store.ts';

/** The key of a user's draft in localStorage. */
export const draftKey = (uid: string) => `hark.campaign-draft.${uid}`;

/** Deletes the draft of a user and its file from this browser. */
export function eraseDraft(uid: string): void {
  localStorage.removeItem(draftKey(uid));
  // A browser that cannot store files has none.
  createDraftFileStore(indexedDB)
    .delete(uid)
    .catch(() => undefined);
}
