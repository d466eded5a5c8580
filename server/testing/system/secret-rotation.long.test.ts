import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';
import { deriveSecret } from '#server/platform/lib/secrets/secrets.ts';
import { startHark, type TestHark } from './hark.ts';
import { unusedDatabaseUri } from '#server/testing/database/mongo.ts';

const OLD = 'the-old-secret-of-last-year';
const NEW = 'the-new-secret-of-this-year';

let uri: URL;
beforeAll(() => {
  uri = unusedDatabaseUri('hark');
});
afterAll(async () => {
  const connection = await connectDatabase(uri.href);
  await connection.dropDatabase();
  await connection.close();
});

/** Runs `work` with a Hark on the shared database that uses these secrets. */
async function withSecrets<T>(secrets: string, work: (hark: TestHark) => Promise<T>): Promise<T> {
  const hark = await startHark({ MONGODB_URI: uri.href, SESSION_SECRET: secrets });
  try {
    return await work(hark);
  } finally {
    await hark.stop();
  }
}

/** Returns the status of a malformed report to the callback path derived from `secret`: 400 if the path is valid. */
async function callback(hark: TestHark, secret: string): Promise<number> {
  const path = `/webhooks/carrier/${deriveSecret(secret, 'carrier callback')}`;
  const response = await fetch(`${hark.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"status":"success"}',
  });
  return response.status;
}

async function profile(hark: TestHark, cookie: string): Promise<number> {
  return (await fetch(`${hark.baseUrl}/users/user-info/`, { headers: { cookie } })).status;
}

test('a rotated secret stays valid for sessions and callbacks until it is removed', async () => {
  const cookie = await withSecrets(OLD, async (hark) => {
    const { client } = await hark.newUser();
    expect([await profile(hark, client.cookie()), await callback(hark, OLD)]).toEqual([200, 400]);
    return client.cookie();
  });
  const newCookie = await withSecrets(`${NEW},${OLD}`, async (hark) => {
    expect(await profile(hark, cookie)).toBe(200);
    expect([await callback(hark, OLD), await callback(hark, NEW)]).toEqual([400, 400]);
    return (await hark.newUser()).client.cookie();
  });
  await withSecrets(NEW, async (hark) => {
    expect([await profile(hark, cookie), await profile(hark, newCookie)]).toEqual([401, 200]);
    expect([await callback(hark, OLD), await callback(hark, NEW)]).toEqual([404, 400]);
  });
});
