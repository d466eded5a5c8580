import { statfs } from 'node:fs/promises';
import type { Connection } from 'mongoose';
import type { Metrics } from '#server/platform/lib/observability/metrics.ts';

interface Space {
  disk: 'data' | 'database';
  free: number;
  size: number;
}

/** Where a process measures. */
export interface Machine {
  /** The data directory. */
  folder: string;
  /** Unset where the disk of the database is measured by another process. */
  database: Connection | undefined;
  /** By how much the clock of this machine is ahead of the database's. */
  clockAheadMs: () => number;
}

/** Reads at each scrape the space on the disks that Hark writes to, and the clock of this machine. */
export function measureMachine(
  { folder, database, clockAheadMs }: Machine,
  metrics: Pick<Metrics, 'read'>,
): void {
  const spaces = async (): Promise<Space[]> => {
    const measured = [spaceAt(folder), ...(database === undefined ? [] : [spaceOf(database)])];
    // A disk that cannot be asked has no value, which hides no other.
    const results = await Promise.allSettled(measured);
    return results.flatMap((one) => (one.status === 'fulfilled' && one.value.size > 0 ? [one.value] : []));
  };
  metrics.read('hark_disk_free_bytes', async () =>
    (await spaces()).map(({ disk, free }) => ({ labels: { disk }, value: free })),
  );
  metrics.read('hark_disk_size_bytes', async () =>
    (await spaces()).map(({ disk, size }) => ({ labels: { disk }, value: size })),
  );
  metrics.read('hark_clock_ahead_seconds', () =>
    Promise.resolve([{ labels: {}, value: clockAheadMs() / 1_000 }]),
  );
}

async function spaceAt(folder: string): Promise<Space> {
  const { bsize, bavail, blocks } = await statfs(folder);
  return { disk: 'data', free: bavail * bsize, size: blocks * bsize };
}

/** Of a sharded cluster, whose disks are several, this is their sum. */
async function spaceOf(connection: Connection): Promise<Space> {
  const stats = await connection.getClient().db(connection.name).command({ dbStats: 1 });
  const [used, size] = [Number(stats['fsUsedSize'] ?? 0), Number(stats['fsTotalSize'] ?? 0)];
  return { disk: 'database', free: size - used, size };
}
