import mongoose from 'mongoose';
import { expect, it } from 'vitest';
import { connectDatabase } from './database.ts';
import { createIndexes } from './indexes.ts';
import { unusedDatabaseUri } from '#server/testing/database/mongo.ts';

it('indexes are created only after their collection', async () => {
  const uri = unusedDatabaseUri('indexes');
  uri.searchParams.set('monitorCommands', 'true');
  const connection = await connectDatabase(uri.href);
  const client = connection.getClient();
  const seen: string[] = [];
  client.on('commandStarted', ({ commandName }) => seen.push(`${commandName} begins`));
  client.on('commandSucceeded', ({ commandName }) => seen.push(`${commandName} ends`));
  const schema = new mongoose.Schema({ uid: String });
  schema.index({ uid: 1 }, { unique: true });
  const model = connection.model('Record', schema, 'records');
  await createIndexes({ models: [model] });
  expect(seen.filter((event) => event.startsWith('create'))).toEqual([
    'create begins',
    'create ends',
    'createIndexes begins',
    'createIndexes ends',
  ]);
  expect((await model.collection.indexes()).map(({ name }) => name)).toContain('uid_1');
  await connection.dropDatabase();
  await connection.close();
});
