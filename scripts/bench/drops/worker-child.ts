import { connectDatabase } from '#server/composition/database.ts';
import { openEngine } from './engine.ts';

/** What a worker was like that sent campaigns. */
export interface WorkerStats {
  /** What they took together. */
  seconds: number;
  /** The most resident memory it ever had, in kilobytes. */
  peakKb: number;
}

/** Sends the campaigns that its arguments name, the first of them to warm up, and tells its parent of the others. */
const [uri = '', warmUp = '', ...campaignIds] = process.argv.slice(2);
const connection = await connectDatabase(uri);
const engine = await openEngine(connection);
await engine.send(warmUp);
const begun = performance.now();
for (const campaignId of campaignIds) await engine.send(campaignId);
const seconds = (performance.now() - begun) / 1_000;
await engine.close();
await connection.close();
const figures: WorkerStats = { seconds, peakKb: process.resourceUsage().maxRSS };
process.send?.(figures);
process.disconnect();
