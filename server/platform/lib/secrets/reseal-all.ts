import { untilAborted } from '#server/platform/lib/concurrency/until-aborted.ts';
import type { SecretBox } from './secret-box.ts';

const BATCH = 100;

/** Records with texts that a box sealed. */
interface SealedRecords<Stored> {
  /** Returns up to `limit` records that have a text which begins with `prefix`. */
  sealedWith(prefix: string, limit: number): Promise<Stored[]>;
  /** Stores a record with its texts sealed again. */
  reseal(stored: Stored): Promise<unknown>;
}

/**
 * Has all texts sealed again with the newest secret of the key ring that an older one sealed, so that the older one can be removed.
 * Ends early once `signal` is aborted.
 */
export async function resealAll<Stored>(
  { olderPrefixes }: Pick<SecretBox, 'olderPrefixes'>,
  { sealedWith, reseal }: SealedRecords<Stored>,
  signal?: AbortSignal,
): Promise<void> {
  for (const prefix of olderPrefixes)
    for (let found = BATCH; found > 0;) {
      found = 0;
      for await (const stored of untilAborted(signal, () => sealedWith(prefix, BATCH))) {
        found += 1;
        await reseal(stored);
      }
    }
}
