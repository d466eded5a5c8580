import { readAllNumbers, type NumberFileOutcome } from '#shared/contacts/number-file.ts';
import { MAX_IMPORT_BYTES } from '#shared/contacts/suppression-list.ts';

/** Reads a CSV file or pasted lines in one piece; their size is limited. */
export async function readNumberFile(file: Blob): Promise<NumberFileOutcome> {
  if (file.size > MAX_IMPORT_BYTES)
    return { kind: 'problem', message: 'The list is larger than 10 MB. Please split it.' };
  return readAllNumbers(new Uint8Array(await file.arrayBuffer()));
}
