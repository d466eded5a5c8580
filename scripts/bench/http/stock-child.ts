import type { AddressInfo } from 'node:net';
import { initTRPC } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import express from 'express';
import { connectDatabase } from '#server/composition/database/database.ts';

/** A stock Express and tRPC server whose one query is a `findOne`. It sends its port to its parent, and ends with it. */
const [uri = '', id = ''] = process.argv.slice(2);
const connection = await connectDatabase(uri);
const campaigns = connection.collection<{ _id: string }>('campaigns');
const t = initTRPC.create();
const router = t.router({ one: t.procedure.query(() => campaigns.findOne({ _id: id })) });
const app = express();
app.use('/trpc', createExpressMiddleware({ router }));
const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => {
  server.close();
  server.closeAllConnections();
  void connection.close();
});
