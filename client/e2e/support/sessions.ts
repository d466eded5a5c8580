import { openDatabase } from '#server/composition/database.ts';
import type { HarkProcess } from './hark-process.ts';

/** Makes the last proof of identity in all sessions older than any limit, as if an hour had passed since. */
export async function forgetAuthentication({ dataDir }: HarkProcess): Promise<void> {
  const { connection, close } = await openDatabase({ MONGODB_URI: undefined, DATA_DIR: dataDir });
  await connection.collection('sessions').updateMany({}, { $set: { 'session.authenticatedAt': 0 } });
  await close();
}
