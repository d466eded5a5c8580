import { setTimeout as sleep } from 'node:timers/promises';
import { Router } from 'express';
import type { Connection } from 'mongoose';
import { BUILD_INFO } from '#server/platform/lib/build-info.ts';

const PING_MS = 2_000;

/** What is asked beside the database. */
export interface HealthSources {
  /** Whether the clock of this machine agrees with the database's. */
  isClockInSync: () => boolean;
  /** Whether another process that does background work is up; undefined in one that does it itself. */
  hasWorker?: (() => Promise<boolean>) | undefined;
  /** Whether the disk of the data can take no more. */
  isDiskFull: () => Promise<boolean>;
  /** Whether an operator has stopped all calls. */
  isCallingStopped: () => Promise<boolean>;
}

/**
 * Serves `GET /healthz`, which is always 200 and has the version, and `GET /readyz`, which is 200 while the database responds, the
 * clock of this machine agrees with the database's and the disk of local data is not full, otherwise 503 with the failing parts. `missing` names what other processes must
 * do, and does not: nobody works if no worker was up for a minute. `calling` says that an operator has stopped all calls.
 */
export function createHealthRouter(
  connection: Connection,
  { isClockInSync, isDiskFull, hasWorker = () => Promise.resolve(true), isCallingStopped }: HealthSources,
): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok', version: BUILD_INFO.version });
  });
  router.get('/readyz', async (_req, res) => {
    // Asked together: under load each answer waits for a turn of the event loop.
    const worker = hasWorker().catch(() => true);
    const stopped = isCallingStopped().catch(() => false);
    const [responds, isFull] = await Promise.all([respondsToPing(connection), isDiskFull()]);
    const down = [
      ...(responds ? [] : ['database']),
      ...(isClockInSync() ? [] : ['clock']),
      ...(isFull ? ['disk'] : []),
    ];
    const isReady = down.length === 0;
    const isAlone = isReady && !(await worker);
    const isStopped = isReady && (await stopped);
    res.status(isReady ? 200 : 503).json({
      status: isReady ? 'ok' : 'down',
      down,
      ...(isAlone && { missing: ['worker'] }),
      ...(isStopped && { calling: 'stopped' }),
    });
  });
  return router;
}

/** The timeouts of the driver do not apply to a server that accepts a command and never responds. */
async function respondsToPing(connection: Connection): Promise<boolean> {
  const ping = connection
    .getClient()
    .db(connection.name)
    .command({ ping: 1 })
    .then(
      () => true,
      () => false,
    );
  return Promise.race([ping, sleep(PING_MS, false, { ref: false })]);
}
