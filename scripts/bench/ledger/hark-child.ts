import { connectDatabase } from '#server/app/database/database.ts';
import { withFeatures } from '../data/hark-features.ts';
import { measuredCalls } from '../harness/sample.ts';
import { chargedAccounts } from './charged-accounts.ts';

/** Request to this process: append so many events with so many callers. It replies when done. */
export interface PortionOrder {
  callers: number;
  total: number;
}

/** The account that all processes append to. */
const SHARED_ACCOUNT = 'account-shared';

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
