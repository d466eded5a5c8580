import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { SERVER_BUNDLE } from '#server/platform/lib/server-bundle.mjs';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { SuspendedWorker } from './testing/suspended-worker-child.ts';

const CONTACTS = 12;
const DROPS = { batchSize: CONTACTS, claimLeaseMs: 800 };
const WAIT = { timeout: 30_000, interval: 100 };

let folder: string;
let child: string;
/** The carrier of the suspended worker: it has no idempotency keys, so that each request is a call. */
let carrier: Server;
let system: TestSystem;
let other: CampaignNode;
let user: SignedInUser;
/** Calls in order: the worker, and the number. */
let calls: { by: 'suspended' | 'other'; to: string }[] = [];
let worker: ChildProcess | undefined;

beforeAll(async () => {
  // Below the project, since packages are not bundled.
  folder = await mkdtemp(resolve('node_modules/.cache/suspended-worker-'));
  child = join(folder, 'child.mjs');
  const entryPoints = [resolve('server/features/drops/placement/testing/suspended-worker-child.ts')];
  await build({ ...SERVER_BUNDLE, entryPoints, outfile: child });
  carrier = createServer((request, response) => {
    void text(request).then((body) => {
      const { to } = JSON.parse(body) as { to: string };
      calls.push({ by: 'suspended', to: to.replace('+', '') });
      response.writeHead(202).end('{"status":"queued","message_id":"1"}');
    });
  });
  await new Promise<void>((listening) => carrier.listen(0, '127.0.0.1', listening));
  system = await startTestSystem();
  other = await system.startNode({
    drops: DROPS,
    carrier: (real) => ({
      ...silentCarrier(real),
      place(drop) {
        calls.push({ by: 'other', to: drop.to });
        return silentCarrier(real).place(drop);
      },
    }),
  });
}, 60_000);
beforeEach(async () => {
  user = await other.subscriber('launch');
  calls = [];
});
afterEach(() => worker?.kill('SIGKILL'));
afterAll(async () => {
  await system.stop();
  carrier.closeAllConnections();
  carrier.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a worker process on a campaign, and resolves when it has suspended itself before its call number `stopsAt`. */
async function suspendedWorker(
  campaignId: string,
  stopsAt: number,
  concurrency: number,
): Promise<ChildProcess> {
  const callUrl = `http://127.0.0.1:${String((carrier.address() as AddressInfo).port)}`;
  const drops = { ...DROPS, concurrency };
  const started: SuspendedWorker = { parts: system.parts, drops, campaignId, callUrl, stopsAt };
  const forked = fork(child, [JSON.stringify(started)]);
  worker = forked;
  await once(forked, 'message');
  return forked;
}

it.each([
  { stopsAt: 1, concurrency: 1 },
  { stopsAt: 1, concurrency: 6 },
  { stopsAt: 5, concurrency: 1 },
  { stopsAt: 7, concurrency: 6 },
])(
  'a worker that was suspended before call $stopsAt, of $concurrency at once, calls nobody whom another has called since',
  async ({ stopsAt, concurrency }) => {
    const { campaign } = await other.as(user).create(draftOf(user, deliverableContacts(CONTACTS)));
    await other.as(user).execute({ id: campaign.id });
    const suspended = await suspendedWorker(campaign.id, stopsAt, concurrency);
    const byOther = () => calls.filter(({ by }) => by === 'other');
    await expect
      .poll(async () => {
        await other.drops.handlers.runCampaign(campaign.id, BUSY);
        return byOther().length;
      }, WAIT)
      .toBe(CONTACTS);
    const before = calls.length - CONTACTS;
    suspended.kill('SIGCONT');
    const [code] = (await once(suspended, 'exit')) as [number | null];
    expect(code).toBe(0);
    expect(calls.slice(before)).toEqual(byOther());
    expect(new Set(byOther().map(({ to }) => to)).size).toBe(CONTACTS);
    // Only what it had called before it was suspended is repeated, under the same key.
    if (concurrency === 1) expect(before).toBe(stopsAt - 1);
  },
  60_000,
);
