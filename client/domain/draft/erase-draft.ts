import { FIRST_DRAFT } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { createDraftFileStore } from './draft-file-store.ts';

const PREFIX = 'hark.campaign-draft.';

/** The key under which this browser has the file of a draft: for the first one, as when there was one for each user. */
export const fileKey = (uid: string, id: string) => (id === FIRST_DRAFT ? uid : `${uid}/${id}`);

/** The key of a user's draft in localStorage. */
export const draftKey = (uid: string, id: string) => `${PREFIX}${fileKey(uid, id)}`;

/** Returns the ids of a user's drafts in this browser. */
export function keptDraftIds(storage: Storage, uid: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  const [first, others] = [draftKey(uid, FIRST_DRAFT), draftKey(uid, '')];
  return keys.flatMap((key) => {
    if (key === first) return [FIRST_DRAFT];
    return key.startsWith(others) ? [key.slice(others.length)] : [];
  });
}

/** Deletes a draft of a user and its file from this browser. */
export function eraseDraft(uid: string, id: string): void {
  localStorage.removeItem(draftKey(uid, id));
  // A browser that cannot store files has none.
  createDraftFileStore(indexedDB)
    .delete(fileKey(uid, id))
    .catch(() => undefined);
}

/** Deletes all drafts of a user and their files from this browser. */
export function eraseDrafts(uid: string): void {
  for (const id of keptDraftIds(localStorage, uid)) eraseDraft(uid, id);
}
