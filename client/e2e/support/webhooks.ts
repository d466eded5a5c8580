import { openDatabase } from '#server/app/database/database.ts';
import type { HarkProcess } from './hark-process.ts';

/** Switches all webhook endpoints off, as three days of failures do. */
export async function switchWebhooksOff({ dataDir }: HarkProcess): Promise<void> {
  const { connection, close } = await openDatabase({ MONGODB_URI: undefined, DATA_DIR: dataDir });
  const off = { disabledAt: new Date(), disabledReason: 'failing' };
  await connection.collection('webhook_endpoints').updateMany({}, { $set: off, $unset: { enabledAt: 1 } });
  await close();
}
