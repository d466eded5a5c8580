import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';
import type { HarkClient } from '#server/app/seed/hark-client.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { openStream } from '#server/testing/http/live-stream.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';

const PASSWORD = 'correct horse';
const WAIT = { timeout: 20_000, interval: 100 };

/** Takes connections and never says a word. */
let mailServer: Server;
const connections = new Set<Socket>();
let connected = deferred();
let hark: TestHark;

beforeAll(async () => {
  mailServer = createServer((socket) => {
    connections.add(socket);
    connected.resolve();
    socket.on('error', () => undefined);
  });
  await new Promise<void>((listening) => mailServer.listen(0, '127.0.0.1', listening));
  const address = mailServer.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${String(port)}`,
    MAIL_FROM: 'hark@example.com',
    REQUIRE_EMAIL_VERIFICATION: 'false',
  };
  hark = await startHark(settings);
});

afterAll(async () => {
  for (const socket of connections) socket.destroy();
  mailServer.close();
  await hark.stop();
});

type Execute = (campaignId: string) => Promise<number>;

/** Returns how a second signed-in browser, and an API key, start a campaign. */
async function otherAccess(
  user: Subscriber,
): Promise<{ other: HarkClient; byBrowser: Execute; byKey: Execute }> {
  const other = hark.newClient();
  expect((await other.post('/login/', { email: user.email, password: PASSWORD })).status).toBe(200);
  const input = { name: 'Zapier', scope: 'full', expires_in_days: null };
  const { body } = await user.client.post('/trpc/apiKeys.create', input);
  const { key } = (body['result'] as { data: { key: string } }).data;
  const execute = (campaignId: string) => `/api/campaigns/${campaignId}/execute/`;
  return {
    other,
    byBrowser: async (id) => (await other.post(execute(id), { force: true })).status,
    async byKey(id) {
      const authorization = `Bearer ${key}`;
      const { status } = await fetch(`${hark.baseUrl}${execute(id)}`, {
        method: 'POST',
        body: '{"force":true}',
        headers: { authorization, 'content-type': 'application/json' },
      });
      return status;
    },
  };
}

/** Waits until no document of a collection has these fields. */
async function expectGone(collection: string, fields: Record<string, string>): Promise<void> {
  const connection = await connectDatabase(hark.mongodbUri);
  const left = () => connection.collection(collection).countDocuments(fields);
  await vi.waitFor(async () => expect(await left()).toBe(0), WAIT);
  await connection.close();
}

test('an account that is closed while the mail server hangs has no access, and its campaigns are erased', async () => {
  const user = await newSubscriber(hark, 'Spring');
  const { other, byBrowser, byKey } = await otherAccess(user);
  const stream = await openStream(hark.baseUrl, other.cookie());
  connected = deferred();
  const proof = { email: user.email, password: PASSWORD };
  expect((await user.client.post('/trpc/accountDeletion.request', proof)).status).toBe(200);
  expect(await byBrowser(user.campaignId)).toBe(401);
  expect(await byKey(user.campaignId)).toBe(401);
  await stream.ended;
  expect(stream.error?.data.appCode).toBe('UNAUTHENTICATED');
  await connected.promise;
  await expectGone('campaigns', { userId: user.uid });
}, 60_000);

test('a mail server that hangs holds up the erasure of no account', async () => {
  const users = [await hark.newUser(), await hark.newUser()];
  for (const { client, email } of users) {
    const proof = { email, password: PASSWORD };
    expect((await client.post('/trpc/accountDeletion.request', proof)).status).toBe(200);
  }
  for (const { email } of users) await expectGone('users', { email });
});
