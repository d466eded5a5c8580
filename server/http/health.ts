import { setTimeout as sleep } from 'node:timers/promises';
import { Router } from 'express';
import type { Connection } from 'mongoose';

const PING_MS = 2_000;

/** GET /healthz while the process lives; GET /readyz only while the database answers (contract §3). */
export function createHealthRouter(connection: Connection): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/readyz', async (_req, res) => {
    const database = await answers(connection);
    res
      .status(database ? 200 : 503)
      .json({ status: database ? 'ok' : 'down', down: database ? [] : ['database'] });
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
