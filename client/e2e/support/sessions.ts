import { openDatabase } from '#server/app/database/database.ts';
import type { HarkProcess } from './hark-process.ts';

/** Makes the last proof of identity in all sessions older than any limit, as if an hour had passed since. */
export async function forgetAuthentication({ dataDir }: HarkProcess): Promise<void> {
  const { connection, close } = await openDatabase({ MONGODB_URI: undefined, DATA_DIR: dataDir });
  await connection.collection('sessions').updateMany({}, { $set: { 'session.authenticatedAt': 0 } });
  await close();
}

/** Returns the code that the latest call to a test phone speaks. */
export async function spokenCode(dataDir: string): Promise<string> {
  const { connection, close } = await openDatabase({ MONGODB_URI: undefined, DATA_DIR: dataDir });
  const calls = connection.collection<{ name: string; message: string; createdAt: Date }>('campaigns');
  const call = await calls.findOne({ name: 'Phone confirmation' }, { sort: { createdAt: -1 } });
  await close();
  return /(\d, ){5}\d/.exec(call?.message ?? '')?.[0].replaceAll(', ', '') ?? '';
}
