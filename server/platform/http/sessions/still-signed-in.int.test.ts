import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { authenticateApiKey } from './api-key.ts';
import { createCostLimits } from '#server/platform/trpc/cost.ts';
import { contextFactory } from './authenticate.ts';
import { createSessionMiddleware, SESSION_MS } from './sessions.ts';
import { userSessions } from './signed-in-devices.ts';

const ANN = { uid: 'ann', streamId: 'stream of ann' };
const API_KEY = 'hark_key';

const clock = createTestClock();
const keys = new Map<string, typeof ANN>();
/** The users whose accounts are being erased. */
const closing = new Set<string>();
const quota = { limit: 1, remaining: 1, resetSeconds: 1, exceeded: false };
const find = (key: string) => {
  const user = keys.get(key);
  return Promise.resolve(user && { ...user, scope: 'full' as const });
};
const apiKeys = {
  find,
  use: async (key: string) => {
    const caller = await find(key);
    return caller && { caller, quota };
  },
};
/** Called while a request is open. */
let duringRequest: () => unknown;

let database: TestDatabase;
let server: Server;
let baseUrl: string;
beforeAll(async () => {
  database = await testDatabase();
  const createContext = contextFactory(
    { clock, apiKeys, isOpen: (uid) => Promise.resolve(!closing.has(uid)) },
    { costs: createCostLimits() },
  );
  const app = express();
  app.use(
    createSessionMiddleware(database.connection, {
      secrets: ['a secret of a test'],
      publicOrigin: undefined,
    }),
    authenticateApiKey(apiKeys),
  );
  app.post('/sign-in', async (req, res) => {
    await (await createContext(req)).session.signIn(ANN, 'browser');
    res.end();
  });
  app.get('/open', async (req, res) => {
    const { user, stillSignedIn } = await createContext(req);
    const atStart = await stillSignedIn();
    await duringRequest();
    res.json([user?.uid, atStart, await stillSignedIn()]);
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
  closing.clear();
  duringRequest = () => undefined;
});

/** Returns the user of an open request and whether they are signed in at its beginning and end. */
async function openRequest(headers: Record<string, string>): Promise<unknown> {
  return (await fetch(`${baseUrl}/open`, { headers })).json();
}

async function signedIn(): Promise<{ cookie: string }> {
  const { headers } = await fetch(`${baseUrl}/sign-in`, { method: 'POST' });
  return { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

it('a session stays valid during an open request', async () => {
  expect(await openRequest(await signedIn())).toEqual(['ann', true, true]);
});

it('ending a session also ends it for an open request', async () => {
  duringRequest = () => userSessions(database.connection, clock).endAll(ANN.uid);
  expect(await openRequest(await signedIn())).toEqual(['ann', true, false]);
});

it('an expired session is invalid for an open request', async () => {
  duringRequest = () => {
    clock.advance(SESSION_MS);
  };
  expect(await openRequest(await signedIn())).toEqual(['ann', true, false]);
});

it('a revoked API key is invalid for an open request, even with a cookie', async () => {
  const headers = { ...(await signedIn()), authorization: `Bearer ${API_KEY}` };
  expect(await openRequest(headers)).toEqual(['ann', true, true]);
  duringRequest = () => keys.delete(API_KEY);
  expect(await openRequest(headers)).toEqual(['ann', true, false]);
});

it.each([['a session', {}] as const, ['an API key', { authorization: `Bearer ${API_KEY}` }] as const])(
  '%s identifies nobody once the account is being erased, even if nothing has ended it',
  async (_what, headers) => {
    const credentials = { ...(await signedIn()), ...headers };
    duringRequest = () => closing.add(ANN.uid);
    expect(await openRequest(credentials)).toEqual(['ann', true, false]);
    expect((await openRequest(credentials)) as unknown[]).toEqual([null, false, false]);
  },
);

it('a proof of identity is stored in a session of that user alone', async () => {
  await signedIn();
  const session = await database.connection.collection<{ _id: string }>('sessions').findOne();
  const { markAuthenticated } = userSessions(database.connection, clock);
  expect(await markAuthenticated('bob', session?._id ?? '')).toBe(false);
  expect(await markAuthenticated(ANN.uid, session?._id ?? '')).toBe(true);
});
