import { connectDatabase } from '#server/composition/database.ts';
import { openEngine } from './engine.ts';

/** Stats of a worker that sent campaigns. */
export interface WorkerStats {
  /** Total duration in seconds. */
  seconds: number;
  /** Peak resident set size in kilobytes. */
  peakKb: number;
}

/**
 * Sends the campaigns named by its arguments, the first one to warm up, and sends the stats of the others to its
 * parent.
 */
const [uri = '', warmUp = '', ...campaignIds] = process.argv.slice(2);
const connection = await connectDatabase(uri);
const engine = await openEngine(connection);
await engine.send(warmUp);
const begun = performance.now();
for (const campaignId of campaignIds) await engine.send(campaignId);
const seconds = (performance.now() - begun) / 1_000;
await engine.close();
await connection.close();
const stats: WorkerStats = { seconds, peakKb: process.resourceUsage().maxRSS };
process.send?.(stats);
process.disconnect();
