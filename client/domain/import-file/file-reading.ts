import { z } from 'zod';
import { columnMapping, type ColumnMapping } from '#shared/contacts/columns/column-mapping.ts';

const STORAGE_KEY = 'hark.column-mappings';
/** Headers whose mapping is remembered, the last used first. */
const MAX_REMEMBERED = 20;
/** Longer signatures are of files with hundreds of columns; localStorage is small. */
const MAX_SIGNATURE_LENGTH = 4_000;

const remembered = z.array(z.object({ signature: z.string(), mapping: columnMapping }));

/** Returns the mapping that was last used for files with this header, or null. */
export function rememberedMapping(storage: Storage, signature: string): ColumnMapping | null {
  return readAll(storage).find((entry) => entry.signature === signature)?.mapping ?? null;
}

/** Remembers a mapping for files with this header. A full or blocked storage forgets it without an error. */
export function rememberMapping(storage: Storage, signature: string, mapping: ColumnMapping): void {
  if (signature.length > MAX_SIGNATURE_LENGTH) return;
  const others = readAll(storage).filter((entry) => entry.signature !== signature);
  const entries = [{ signature, mapping }, ...others].slice(0, MAX_REMEMBERED);
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(entries));
  } catch {
    storage.removeItem(STORAGE_KEY);
  }
}

function readAll(storage: Storage): z.infer<typeof remembered> {
  try {
    return remembered.safeParse(JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}
