import { connectDatabase } from '#server/database.ts';
import { openEngine } from './engine.ts';

/** What a worker was like that sent a campaign. */
export interface WorkerFigures {
  seconds: number;
  /** The most resident memory it ever had, in kilobytes. */
  peakKb: number;
}

/** Sends the campaigns that its arguments name, the first of them to warm up, and tells its parent of the last. */
const [uri = '', ...campaignIds] = process.argv.slice(2);
const connection = await connectDatabase(uri);
const engine = await openEngine(connection);
let seconds = 0;
for (const campaignId of campaignIds) {
  const begun = performance.now();
  await engine.send(campaignId);
  seconds = (performance.now() - begun) / 1_000;
}
await engine.close();
await connection.close();
const figures: WorkerFigures = { seconds, peakKb: process.resourceUsage().maxRSS };
process.send?.(figures);
process.disconnect();
