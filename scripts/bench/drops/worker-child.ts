import { once } from 'node:events';
import { connectDatabase } from '#server/app/database/database.ts';
import { openEngine } from './engine.ts';

/** Stats of a worker that sent campaigns. */
export interface WorkerStats {
  /** Peak resident set size in kilobytes. */
  peakKb: number;
}

/**
 * Sends the campaigns named by its arguments, the first one to warm up, the others when its parent asks for it, and
 * reports its stats. Ends with the connection to its parent.
 */
const [uri = '', warmUp = '', ...campaignIds] = process.argv.slice(2);
const connection = await connectDatabase(uri);
const engine = await openEngine(connection);
process.once('disconnect', () => {
  void engine.close().then(() => connection.close());
});
await engine.send(warmUp);
process.send?.('ready');
await once(process, 'message');
for (const campaignId of campaignIds) await engine.send(campaignId);
const stats: WorkerStats = { peakKb: process.resourceUsage().maxRSS };
process.send?.(stats);
