import { createHash } from 'node:crypto';
import MongoStore from 'connect-mongo';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';
import { MINUTE_MS } from '#shared/time-units.ts';
import { JSON_TYPE, send } from '#server/testing/http/documented-calls.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { createSessionIndexes, createSessionMiddleware } from './sessions.ts';

interface StoredSession {
  expires: Date;
  session: { cookie: { expires: Date } };
}

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

/** Posts and returns the cookies that the response sets. */
async function setCookies(at: TestHark, path: string, cookie: string, body: object = {}): Promise<string[]> {
  const response = await fetch(`${at.baseUrl}${path}`, {
    method: 'POST',
    headers: { ...JSON_TYPE, cookie },
    body: JSON.stringify(body),
  });
  expect([path, response.status]).toEqual([path, 200]);
  return response.headers.getSetCookie();
}

it('behind https the cookie is restricted to this host and https', async () => {
  const secure = await startHark({ PUBLIC_URL: 'https://hark.example' });
  try {
    const { client, email: address } = await secure.newUser();
    const [cookie = ''] = await setCookies(secure, '/login/', '', {
      email: address,
      password: 'correct horse',
    });
    expect(cookie).toMatch(
      /^__Host-hark\.sid=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await client.get('/users/user-info/')).status).toBe(200);
    const planted = client.cookie().replace('__Host-', '');
    expect((await send(secure, '/users/user-info/', { cookie: planted })).status).toBe(401);
    expect(await setCookies(secure, '/logout/', client.cookie())).toEqual([
      '__Host-hark.sid=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    ]);
  } finally {
    await secure.stop();
  }
});

it('a sign-out clears the cookie, and sets none without a session', async () => {
  for (const path of ['/logout/', '/trpc/auth.logout', '/trpc/auth.logout,auth.logout?batch=1']) {
    const cookie = (await hark.newUser()).client.cookie();
    expect(await setCookies(hark, path, cookie)).toEqual([
      'hark.sid=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
    ]);
    expect((await send(hark, '/users/user-info/', { cookie })).status).toBe(401);
    expect(await setCookies(hark, path, '')).toEqual([]);
  }
});

it('the database does not contain session ids', async () => {
  const cookie = decodeURIComponent((await hark.newUser()).client.cookie().split('=')[1] ?? '');
  const [, id = ''] = /^s:(.+)\..+$/.exec(cookie) ?? [];
  expect(id).not.toBe('');
  const connection = await connectDatabase(hark.mongodbUri);
  try {
    const stored = await connection.collection<{ _id: string }>('sessions').find().toArray();
    expect(stored.map(({ _id }) => _id)).toContain(createHash('sha256').update(id).digest('base64url'));
    expect(JSON.stringify(stored)).not.toContain(id);
  } finally {
    await connection.close();
  }
});

it('expired sessions are removed by the clock of the database, and by no process', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval');
  const connection = await connectDatabase(hark.mongodbUri);
  const removing = { key: { 'session.cookie.expires': 1 }, expireAfterSeconds: 0 };
  try {
    createSessionMiddleware(connection, { secrets: ['s'], publicOrigin: undefined });
    const cookie = (await hark.newUser()).client.cookie();
    expect((await send(hark, '/users/user-info/', { cookie })).status).toBe(200);
    const sessions = connection.collection<StoredSession>('sessions');
    expect(await sessions.indexes()).toContainEqual(expect.objectContaining(removing));
    for (const { expires, session } of await sessions.find().toArray())
      expect(session.cookie.expires).toEqual(expires);
    // The version before makes its own index when it starts, and finds it when this one starts.
    await sessions.createIndexes([{ key: { expires: 1 } }]);
    await createSessionIndexes(connection);
    expect(timers.mock.calls.filter(([, ms]) => ms === 10 * MINUTE_MS)).toEqual([]);
  } finally {
    await connection.close();
    timers.mockRestore();
  }
});

it('the cookie is kept if the session store cannot be read', async () => {
  const cookie = (await hark.newUser()).client.cookie();
  const lost = ((_sid: string, done: (error: Error) => void): void => {
    done(new Error('The connection was lost'));
  }) as unknown as MongoStore['get'];
  const get = vi.spyOn(MongoStore.prototype, 'get').mockImplementation(lost);
  try {
    const response = await fetch(`${hark.baseUrl}/users/user-info/`, { headers: { cookie } });
    expect([response.status >= 500, response.headers.getSetCookie()]).toEqual([true, []]);
  } finally {
    get.mockRestore();
  }
  expect((await send(hark, '/users/user-info/', { cookie })).status).toBe(200);
});
