import { connectDatabase } from '#server/app/database/database.ts';
import { measuredCalls } from '../measure/sample.ts';
import { createHark } from './hark.ts';
import { SHARED_ACCOUNT, type PortionOrder } from './two-processes.ts';

/** One of several processes that append to the same account: runs portions on request until its parent exits. */
const connection = await connectDatabase(process.argv[2] ?? '');
const hark = await createHark({ connection });
await hark.append(SHARED_ACCOUNT);

process.on('message', (order: PortionOrder) => {
  void measuredCalls(order, () => hark.append(SHARED_ACCOUNT)).then(() => process.send?.('done'));
});
process.once('disconnect', () => {
  void hark.close().then(() => connection.close());
});
process.send?.('ready');
