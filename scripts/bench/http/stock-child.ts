import type { AddressInfo } from 'node:net';
import MongoStore from 'connect-mongo';
import express from 'express';
import session from 'express-session';
import { connectDatabase } from '#server/app/database/database.ts';
import { SESSIONS, sessionCookieName, storedId } from '#server/platform/http/sessions/sessions.ts';
import { deriveSecrets, masterSecrets } from '#server/platform/lib/secrets/secrets.ts';

/**
 * A stock Express server that reads the caller's session and what Hark's query reads. It sends its port to its parent, and
 * ends with it.
 */
const [uri = '', dataDir = ''] = process.argv.slice(2);
const connection = await connectDatabase(uri);
const campaigns = connection.collection('campaigns');
const app = express();
app.use(
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
);
app.get('/sums', async ({ session: { user } }, res) => {
  // A route handler's rejection is Express's to answer, with a status other than 200.
  if (user === undefined) throw new Error('Not signed in');
  // The totals of a user's campaigns by status, as `OverviewStore.sumsOf` reads them.
  const sums = { total: { $sum: '$total' }, delivered: { $sum: '$delivered' }, failed: { $sum: '$failed' } };
  const group = { _id: '$status', campaigns: { $sum: 1 }, firstDrop: { $min: '$dropDate' }, ...sums };
  res.json(await campaigns.aggregate([{ $match: { userId: user.uid } }, { $group: group }]).toArray());
});
const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => {
  server.close();
  server.closeAllConnections();
  void connection.close();
});
