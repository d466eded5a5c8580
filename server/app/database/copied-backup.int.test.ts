import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseEnv } from '#server/app/env/env.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { measureUpkeep } from '#server/platform/observability/upkeep/measure-upkeep.ts';
import { createUpkeepModel, UpkeepStore } from '#server/platform/observability/upkeep/upkeep-store.ts';
import { unusedDatabaseUri } from '#server/testing/database/mongo.ts';
import { connectDatabase } from './database.ts';
import { copySeries } from './rotate.ts';

const AT = '2026-11-01T03:00:00.000Z';
const SEALED = {
  format: 2,
  cutAt: AT,
  finishedAt: AT,
  recipients: ['age1'],
  sealed: { bytes: 1, sha256: 'a'.repeat(64) },
};

/** Starts a bucket that takes all backups of the first of November, and refuses others; returns its address. */
async function startBucket(): Promise<string> {
  const server = createServer((req, res) => {
    req.resume().once('end', () => {
      if (req.method !== 'PUT') res.end('<ListBucketResult></ListBucketResult>');
      else res.writeHead(req.url?.includes('2026-11-01') === true ? 200 : 403, { etag: '"e"' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

test('the newest backup that the bucket of copies took is measured, and no failed copy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hark-copied-'));
  const uri = unusedDatabaseUri('hark').href;
  const connection = await connectDatabase(uri);
  onTestFinished(async () => {
    await connection.dropDatabase();
    await connection.close();
    await rm(folder, { recursive: true });
  });
  await connection.collection('users').insertOne({ email: 'ana@example.com' });
  for (const time of ['2026-11-01T03-00-00Z', '2026-11-01T04-00-00Z', '2026-11-02T03-00-00Z']) {
    await mkdir(join(folder, `hark-${time}`));
    await writeFile(join(folder, `hark-${time}`, 'manifest.json'), JSON.stringify(SEALED));
  }
  const env = parseEnv({
    NODE_ENV: 'test',
    DATA_DIR: join(folder, 'data'),
    MONGODB_URI: uri,
    BACKUP_KEY: `age1${'q'.repeat(58)}`,
    BACKUP_S3_BUCKET: 'copies',
    BACKUP_S3_ENDPOINT: await startBucket(),
    BACKUP_S3_ACCESS_KEY_ID: 'a',
    BACKUP_S3_SECRET_ACCESS_KEY: 'b',
  });
  const copies = await copySeries(env, createLogger('silent'), folder);
  expect(copies?.failed.map(({ name }) => name)).toEqual(['hark-2026-11-02T03-00-00Z']);
  const readings = new Map<string, () => Promise<unknown>>();
  measureUpkeep(
    new UpkeepStore(createUpkeepModel(connection)),
    { read: (name, read) => void readings.set(name, read) },
    { hasCopies: true },
  );
  expect(await readings.get('hark_last_copy_timestamp_seconds')?.()).toEqual([
    { labels: {}, value: Date.parse('2026-11-01T04:00:00Z') / 1_000 },
  ]);
});
