import type { AddressInfo } from 'node:net';
import { initTRPC } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import MongoStore from 'connect-mongo';
import express, { type Request } from 'express';
import session from 'express-session';
import { connectDatabase } from '#server/app/database/database.ts';
import { SESSIONS, sessionCookieName, storedId } from '#server/platform/http/sessions/sessions.ts';
import { deriveSecrets, masterSecrets } from '#server/platform/lib/secrets/secrets.ts';

/**
 * A stock Express and tRPC server: `/trpc/one` is a `findOne` for anyone, `/signed-in/sums` reads the caller's session and
 * what Hark's query reads. It sends its port to its parent, and ends with it.
 */
const [uri = '', id = '', dataDir = ''] = process.argv.slice(2);
const connection = await connectDatabase(uri);
const campaigns = connection.collection<{ _id: string }>('campaigns');
const t = initTRPC.context<{ uid: string | undefined }>().create();
const router = t.router({
  one: t.procedure.query(() => campaigns.findOne({ _id: id })),
  sums: t.procedure.query(({ ctx }) => {
    if (ctx.uid === undefined) throw new Error('Not signed in');
    return campaigns.aggregate(sumsOf(ctx.uid)).toArray();
  }),
});
const createContext = ({ req }: { req: Request }) => ({
  uid: (req.session as Request['session'] | undefined)?.user?.uid,
});
const trpc = createExpressMiddleware({ router, createContext });
const app = express();
app.use('/trpc', trpc);
app.use(
  '/signed-in',
  session({
    name: sessionCookieName(undefined),
    secret: [...deriveSecrets(await masterSecrets({ DATA_DIR: dataDir }), 'session cookie')],
    resave: false,
    saveUninitialized: false,
    store: MongoStore.create({
      client: connection.getClient(),
      dbName: connection.name,
      collectionName: SESSIONS,
      stringify: false,
      touchAfter: 86_400,
      autoRemove: 'disabled',
      transformId: storedId,
    }),
  }),
  trpc,
);
const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => {
  server.close();
  server.closeAllConnections();
  void connection.close();
});

/** The totals of a user's campaigns by status, as `OverviewStore.sumsOf` reads them. */
function sumsOf(userId: string): Record<string, unknown>[] {
  const sums = { total: { $sum: '$total' }, delivered: { $sum: '$delivered' }, failed: { $sum: '$failed' } };
  return [
    { $match: { userId } },
    { $group: { _id: '$status', campaigns: { $sum: 1 }, firstDrop: { $min: '$dropDate' }, ...sums } },
  ];
}
