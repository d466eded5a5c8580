import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '#server/lib/clock.ts';

/** No upload takes this long, from its first byte to its answer. */
const STALE_AFTER_MS = 3_600_000;

/**
 * Removes the spooled files of processes that were killed. Those of other processes that live may lie in the same
 * folder, so age decides; it is told by the machine's clock, like the times of files.
 */
export async function sweepSpool(spoolDir: string): Promise<void> {
  const now = systemClock.now().getTime();
  for (const name of await readdir(spoolDir).catch(() => [])) {
    const path = join(spoolDir, name);
    const changed = await stat(path).catch(() => undefined);
    if (changed !== undefined && now - changed.mtimeMs > STALE_AFTER_MS) await rm(path, { force: true });
  }
}
