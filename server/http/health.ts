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

async function answers(connection: Connection): Promise<boolean> {
  try {
    await connection.getClient().db(connection.name).command({ ping: 1 }, { timeoutMS: PING_MS });
    return true;
  } catch {
    return false;
  }
}
