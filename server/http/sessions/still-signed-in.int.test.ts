import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { contextFactory } from './authenticate.ts';
import { createSessionMiddleware, endAllSessions, SESSION_MS } from './sessions.ts';

const ANN = { uid: 'ann', streamId: 'stream of ann' };
const API_KEY = 'hark_key';

const clock = createTestClock();
const keys = new Map<string, typeof ANN>();
/** What happens while a request is open. */
let meanwhile: () => unknown;

let database: TestDatabase;
let server: Server;
let baseUrl: string;
beforeAll(async () => {
  database = await testDatabase();
  const createContext = contextFactory(clock, (key) => Promise.resolve(keys.get(key) ?? null));
  const app = express();
  app.use(
    createSessionMiddleware(database.connection, {
      secrets: ['a secret of a test'],
      publicOrigin: undefined,
    }),
  );
  app.post('/sign-in', async (req, res) => {
    await (await createContext(req)).session.signIn(ANN);
    res.end();
  });
  app.get('/open', async (req, res) => {
    const { user, stillSignedIn } = await createContext(req);
    const atFirst = await stillSignedIn();
    await meanwhile();
    res.json([user?.uid, atFirst, await stillSignedIn()]);
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  await database.stop();
});
beforeEach(() => {
  keys.set(API_KEY, ANN);
  meanwhile = () => undefined;
});

/** The user of a request that stays open, and whether they are signed in at its beginning and at its end. */
async function opened(headers: Record<string, string>): Promise<unknown> {
  return (await fetch(`${baseUrl}/open`, { headers })).json();
}

async function signedIn(): Promise<{ cookie: string }> {
  const { headers } = await fetch(`${baseUrl}/sign-in`, { method: 'POST' });
  return { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

it('a session that nobody ends lasts as long as a request that is open', async () => {
  expect(await opened(await signedIn())).toEqual(['ann', true, true]);
});

it('a session that was ended by another request is over for an open one', async () => {
  meanwhile = () => endAllSessions(database.connection, ANN.uid);
  expect(await opened(await signedIn())).toEqual(['ann', true, false]);
});

it('a session whose hour has passed is over for an open request', async () => {
  meanwhile = () => {
    clock.advance(SESSION_MS);
  };
  expect(await opened(await signedIn())).toEqual(['ann', true, false]);
});

it('an API key that was revoked is worth nothing to an open request, whatever cookie comes with it', async () => {
  const headers = { ...(await signedIn()), authorization: `Bearer ${API_KEY}` };
  expect(await opened(headers)).toEqual(['ann', true, true]);
  meanwhile = () => keys.delete(API_KEY);
  expect(await opened(headers)).toEqual(['ann', true, false]);
});
