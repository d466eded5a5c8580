import { setTimeout as sleep } from 'node:timers/promises';
import { Router } from 'express';
import type { Connection } from 'mongoose';

const PING_MS = 2_000;

/**
 * `GET /healthz` is 200 while the process lives; `GET /readyz` only while the database answers and this machine's clock
 * agrees with it, else 503 with what is down.
 */
export function createHealthRouter(connection: Connection, clockIsRight: () => boolean): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/readyz', async (_req, res) => {
    const down = [...((await answers(connection)) ? [] : ['database']), ...(clockIsRight() ? [] : ['clock'])];
    res.status(down.length === 0 ? 200 : 503).json({ status: down.length === 0 ? 'ok' : 'down', down });
  });
  return router;
}

/** The driver's own limits do not hold where the server takes a command and is silent. */
async function answers(connection: Connection): Promise<boolean> {
  const pong = connection
    .getClient()
    .db(connection.name)
    .command({ ping: 1 })
    .then(
      () => true,
      () => false,
    );
  return Promise.race([pong, sleep(PING_MS, false, { ref: false })]);
}
