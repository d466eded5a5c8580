import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { putErasure, type Erasure, type ErasureStore } from '../erasures/erasure-list.ts';

/** In the folder of a series: the bucket in the first line, then the erased accounts that it lists. */
const COPIED_ERASURES = '.copied-erasures';

/**
 * Lists in the bucket of copies the erased accounts that a series has not listed in this bucket yet: those of before there was
 * one. Its keys may allow to write alone, so the bucket is not asked. Returns how many there were.
 */
export async function copyErasures(
  root: string,
  erasures: AsyncIterable<Erasure>,
  { store, place }: { store: Pick<ErasureStore, 'put'>; place: string },
): Promise<number> {
  const file = join(root, COPIED_ERASURES);
  const text = await readFile(file, 'utf8').catch(() => '');
  const [listedIn, ...lines] = text.split('\n');
  if (listedIn !== place) await writeFile(file, `${place}\n`, { mode: 0o600 });
  const listed = new Set(listedIn === place ? lines : []);
  let added = 0;
  for await (const erasure of erasures) {
    if (listed.has(erasure.uid)) continue;
    await putErasure(store, erasure);
    await appendFile(file, `${erasure.uid}\n`);
    added += 1;
  }
  return added;
}
