import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '#server/lib/clock.ts';

/** Longer than any upload takes from its first byte to its response. */
const STALE_AFTER_MS = 3_600_000;

/**
 * Removes spool files of killed processes. Running processes may share the folder, so files are removed by age, by the
 * system clock like file times.
 */
export async function sweepSpool(spoolDir: string): Promise<void> {
  const now = systemClock.now().getTime();
  for (const name of await readdir(spoolDir).catch(() => [])) {
    const path = join(spoolDir, name);
    const changed = await stat(path).catch(() => undefined);
    if (changed !== undefined && now - changed.mtimeMs > STALE_AFTER_MS) await rm(path, { force: true });
  }
}
