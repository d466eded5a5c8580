import { eraseDraft } from '#client/domain/draft/erase-draft.ts';
import { createDraftCalls } from './draft-calls.ts';
import { readDraft, type Draft } from './draft-store.ts';
import { isLocalNewer } from './reconcile-drafts.ts';

/** Loads a draft of a user; null if it was published or deleted. Rejects if this browser does not have it and cannot ask. */
export async function loadDraft(uid: string, id: string): Promise<Draft | null> {
  const local = readDraft(localStorage, uid, id) ?? undefined;
  const stored = await createDraftCalls()
    .get(id)
    .catch((error: unknown) => {
      if (local === undefined) throw error;
      return undefined;
    });
  if (stored === undefined || (stored === null && local?.version === null)) return local ?? null;
  if (stored === null) {
    eraseDraft(uid, id);
    return null;
  }
  const { version, content } = stored;
  return isLocalNewer(local, { version, savedAt: content.savedAt })
    ? { ...local, version }
    : { ...content, id, version };
}
