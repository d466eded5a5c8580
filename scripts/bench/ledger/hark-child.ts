import { connectDatabase } from '#server/app/database/database.ts';
import { withFeatures } from '../data/hark-features.ts';
import { measuredCalls } from '../harness/sample.ts';
import { chargedAccounts } from './charged-accounts.ts';
import { SHARED_ACCOUNT, type PortionOrder } from './two-processes.ts';

/** One of several processes that append to the same account: runs portions on request until its parent exits. */
const connection = await connectDatabase(process.argv[2] ?? '');
await withFeatures(connection, async ({ credits }) => {
  const charge = chargedAccounts(credits.ledger);
  await charge(SHARED_ACCOUNT);
  process.on('message', (order: PortionOrder) => {
    void measuredCalls(order, () => charge(SHARED_ACCOUNT)).then(() => process.send?.('done'));
  });
  process.send?.('ready');
  await new Promise((resolve) => process.once('disconnect', resolve));
});
await connection.close();
