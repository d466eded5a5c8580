import { readdir } from 'node:fs/promises';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createRestRouter } from '#server/platform/http/rest.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

const CHECK = '/api/campaigns/check-list/';
const CREATE = '/api/campaigns/create/';

let system: TestSystem;
let node: CampaignNode;
let owner: SignedInUser;
let server: Server;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode();
  const app = express();
  app.use(
    createRestRouter({
      appRouter: node.campaigns.router,
      createContext: () => Promise.resolve(contextOf(owner)),
      log: pino({ level: 'silent' }),
    }),
  );
  server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => {
      resolve(listening);
    });
  });
});

beforeEach(async () => {
  owner = await node.subscriber('launch');
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await system.stop();
});

function post(path: string, init: RequestInit): Promise<Response> {
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${String(port)}${path}`, { ...init, method: 'POST' });
}

function formOf(contacts: number, fields: Record<string, string> = {}): FormData {
  const rows = deliverableContacts(contacts).map(
    ({ id, phone_number, recommended_phone }) => `${id},Ana,Lee,${phone_number},${recommended_phone}`,
  );
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const header = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone';
  form.set('csv_file', new Blob([[header, ...rows].join('\n')]), 'contacts.csv');
  return form;
}

function campaignForm(): FormData {
  const { contacts: _, ...draft } = draftOf(owner);
  return formOf(2, draft);
}

/** Sends a list. Its sender is gone, and the server knows, before the do-not-call list answers. Returns the spy on that. */
async function sendAndLeave(path: string, init: RequestInit) {
  const [asked, left] = [deferred(), deferred()];
  const among = vi.spyOn(node.deps.doNotCall, 'among').mockImplementation(async () => {
    asked.resolve();
    await left.promise;
    return new Set();
  });
  onTestFinished(() => {
    among.mockRestore();
  });
  server.once('request', ({ socket }: IncomingMessage) => socket.once('close', left.resolve));
  const gone = new AbortController();
  const sent = post(path, { ...init, signal: gone.signal });
  await asked.promise;
  gone.abort();
  await expect(sent).rejects.toThrow();
  return among;
}

it.each<[string, () => RequestInit]>([
  ['a file', () => ({ body: formOf(10_000) })],
  [
    'JSON',
    () => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contacts: deliverableContacts(10_000) }),
    }),
  ],
])('a check of %s whose sender is gone ends, and the next list of the user is read', async (_, initOf) => {
  const among = await sendAndLeave(CHECK, initOf());
  await expect.poll(async () => (await readdir(node.deps.spool.dir)).length).toBe(0);
  expect(among.mock.calls.length).toBeLessThan(10);
  expect((await post(CREATE, { body: campaignForm() })).status).toBe(201);
});

it('a campaign whose sender is gone before the response is created all the same', async () => {
  await sendAndLeave(CREATE, { body: campaignForm() });
  const statuses = async () => (await node.as(owner).list()).campaigns.map(({ status }) => status);
  await expect.poll(statuses, { timeout: 10_000 }).toEqual(['Scheduled']);
});

it('checks that follow each other on a connection leave no listeners at it', async () => {
  const listeners: number[] = [];
  const sockets = new Set<unknown>();
  server.on('request', ({ socket }: IncomingMessage) => {
    sockets.add(socket);
    listeners.push(socket.listenerCount('close'));
  });
  for (let n = 1; n <= 4; n += 1) await (await post(CHECK, { body: formOf(2) })).text();
  expect(sockets.size).toBeLessThan(4);
  expect(new Set(listeners).size).toBe(1);
});
