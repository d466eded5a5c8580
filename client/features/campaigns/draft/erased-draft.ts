import { z } from 'zod';
import type { WrittenDraft } from './draft-sync.ts';

const storageKey = (uid: string) => `hark.campaign-draft-erased.${uid}`;
const erasedSchema = z.object({ version: z.string().nullable(), tab: z.string() });

/** Returns the draft that a user erased in this browser without a connection, or null. */
export function readErased(storage: Storage, uid: string): WrittenDraft | null {
  try {
    return erasedSchema.nullable().parse(JSON.parse(storage.getItem(storageKey(uid)) ?? 'null'));
  } catch {
    return null;
  }
}

/** Remembers that a draft is erased until the server knows it; null forgets it. */
export function writeErased(storage: Storage, uid: string, erased: WrittenDraft | null): void {
  try {
    if (erased === null) storage.removeItem(storageKey(uid));
    else storage.setItem(storageKey(uid), JSON.stringify(erased));
  } catch {
    // A full or blocked storage: the draft may be offered again.
  }
}
