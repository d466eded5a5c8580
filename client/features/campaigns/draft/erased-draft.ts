import { z } from 'zod';
import { FIRST_DRAFT } from '#shared/schemas/campaigns/campaign-drafts.ts';
import type { WrittenDraft } from './draft-sync.ts';

const storageKey = (uid: string) => `hark.campaign-draft-erased.${uid}`;
/** Versions with one draft for each user stored one without an id. */
const erasedSchema = z.object({
  id: z.string().default(FIRST_DRAFT),
  version: z.string().nullable(),
  tab: z.string(),
});
const allErased = z.union([z.array(erasedSchema), erasedSchema.transform((one) => [one])]);

/** Returns the drafts that a user erased in this browser without a connection. */
export function readErased(storage: Storage, uid: string): WrittenDraft[] {
  try {
    return allErased.parse(JSON.parse(storage.getItem(storageKey(uid)) ?? '[]'));
  } catch {
    return [];
  }
}

/** Remembers that a draft is erased until the server knows it. */
export function rememberErased(storage: Storage, uid: string, erased: WrittenDraft): void {
  write(storage, uid, [...others(storage, uid, erased.id), erased]);
}

/** Forgets that a draft was erased: the server knows it, or it is there again. */
export function forgetErased(storage: Storage, uid: string, id: string): void {
  write(storage, uid, others(storage, uid, id));
}

function others(storage: Storage, uid: string, id: string): WrittenDraft[] {
  return readErased(storage, uid).filter((erased) => erased.id !== id);
}

function write(storage: Storage, uid: string, erased: readonly WrittenDraft[]): void {
  try {
    if (erased.length === 0) storage.removeItem(storageKey(uid));
    else storage.setItem(storageKey(uid), JSON.stringify(erased));
  } catch {
    // A full or blocked storage: the draft may be offered again.
  }
}
