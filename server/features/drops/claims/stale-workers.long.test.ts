import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { VoicemailCarrier } from '#server/providers/carrier/port.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode, NodeOptions } from '#server/testing/system/test-node.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { scan } from '#server/features/drops/reconcile.ts';
import { runCampaign } from '#server/features/drops/run-campaign.ts';

const LEASE_MS = 800;
const AFTER_LEASE_MS = 900;
const VOID_RECHECK_MS = 30_000;
/** Generous, for a busy machine. */
const PATIENT = { timeout: 20_000 };
const ONE_AT_A_TIME = { batchSize: 4, concurrency: 1, claimLeaseMs: LEASE_MS };

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;
/** Placement requests in order: `a3` for worker a and contact 3. */
let asked: string[];

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
});

beforeEach(async () => {
  user = await node.subscriber('launch');
  asked = [];
});

afterAll(() => system.stop());

async function sendingCampaign(contacts: number): Promise<string> {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(contacts)));
  await node.as(user).execute({ id: campaign.id });
  return campaign.id;
}

const contactsOf = (id: string) =>
  node.connection.collection('contacts').find({ campaignId: id }).sort({ seq: 1 });
const statesOf = async (id: string) => (await contactsOf(id).toArray()).map((row): unknown => row['status']);
const inState = async (id: string, state: string) =>
  (await statesOf(id)).filter((one) => one === state).length;
/** Returns when the leases of a campaign's claims expire, in milliseconds, by state. */
async function leasesOf(id: string): Promise<Record<string, number>> {
  const claims = await node.connection
    .collection('claims')
    .find({ campaignId: id })
    .sort({ state: 1 })
    .toArray();
  return Object.fromEntries(
    claims.map(({ state, leaseUntil }) => [String(state), (leaseUntil as Date).getTime()]),
  );
}
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => String(from + n));

interface Gate {
  reached: Promise<void>;
  open: () => void;
}

/** A worker that records its placement requests and blocks at one contact until its gate is opened. */
async function workerAt(
  name: string,
  waitsAt: number,
  options: NodeOptions = {},
): Promise<{ worker: CampaignNode; gate: Gate }> {
  const [reached, opened] = [deferred(), deferred()];
  const carrier = (real: VoicemailCarrier): VoicemailCarrier => ({
    ...silentCarrier(real),
    async place(drop) {
      const seq = drop.attemptId.split('-')[1] ?? '';
      asked.push(`${name}${seq}`);
      if (seq === String(waitsAt)) {
        reached.resolve();
        await opened.promise;
      }
      return silentCarrier(real).place(drop);
    },
  });
  const worker = await system.startNode({ drops: ONE_AT_A_TIME, ...options, carrier });
  return { worker, gate: { reached: reached.promise, open: opened.resolve } };
}

type Claims = CampaignNode['engine']['claims'];

/** A claim store with some of its methods replaced. */
function withMethods(
  claims: Claims,
  methods: Partial<Pick<Claims, 'renew' | 'renewPrefetched' | 'markPlaced'>>,
) {
  return new Proxy(claims, {
    get(real, name) {
      const member: unknown = Reflect.get(name in methods ? methods : real, name);
      return typeof member === 'function' ? (member.bind(real) as unknown) : member;
    },
  });
}

/** A claim store whose renewals block until the worker wakes up. */
function stalled(claims: Claims) {
  const awake = deferred();
  const waiting: Promise<unknown>[] = [];
  const afterWake = <T>(renew: () => Promise<T>): Promise<T> => {
    const renewed = awake.promise.then(renew);
    waiting.push(renewed);
    return renewed;
  };
  const renewals = {
    renew: (...args: Parameters<typeof claims.renew>) => afterWake(() => claims.renew(...args)),
    renewPrefetched: (...args: Parameters<typeof claims.renewPrefetched>) =>
      afterWake(() => claims.renewPrefetched(...args)),
  };
  /** Resolves once the worker has noticed which claims it has lost. */
  const wake = async () => {
    awake.resolve();
    await Promise.all(waiting);
    await new Promise(setImmediate);
  };
  return { claims: withMethods(claims, renewals), wake, isSuspended: () => waiting.length > 0 };
}

/** A suspended worker without heartbeats: it is placing four calls, has claimed four more, and both leases have expired. */
async function suspendedWorker() {
  const clock = createTestClock();
  const { worker, gate } = await workerAt('a', 2, { clock });
  const id = await sendingCampaign(8);
  const { claims, wake, isSuspended } = stalled(worker.engine.claims);
  const running = runCampaign({ ...worker.engine, claims }, id, BUSY);
  await gate.reached;
  await expect.poll(() => inState(id, 'claimed'), PATIENT).toBe(8);
  await expect.poll(isSuspended, PATIENT).toBe(true);
  clock.advance(AFTER_LEASE_MS);
  const resume = async () => {
    await wake();
    gate.open();
    await running;
  };
  return { id, clock, resume };
}

/** Every contact was placed under one key and is at the carrier. */
async function expectAllPlacedOnce(id: string, contacts: number): Promise<void> {
  expect(await statesOf(id)).toEqual(Array.from({ length: contacts }, () => 'placed'));
  expect(asked.map((one) => one.slice(1)).sort((a, b) => Number(a) - Number(b))).toEqual(
    numbers(1, contacts),
  );
}

it('a worker that has lost its claim places nothing more while another places it', async () => {
  const { id, clock, resume } = await suspendedWorker();
  const { worker: b, gate } = await workerAt('b', 3, { clock });
  const reclaiming = b.drops.handlers.runCampaign(id, BUSY);
  await gate.reached;
  await resume();
  expect(asked).toEqual(['a1', 'a2', 'b1', 'b2', 'b3']);
  gate.open();
  await reclaiming;
});

it('a heartbeat that finds its claim closed does not end the run', async () => {
  const { worker } = await workerAt('a', 0);
  const { claims } = worker.engine;
  const id = await sendingCampaign(8);
  const found = deferred();
  const slow = withMethods(claims, {
    async renew(...args) {
      const isHeld = await claims.renew(...args);
      if (!isHeld) found.resolve();
      return isHeld;
    },
    async markPlaced(...args) {
      await claims.markPlaced(...args);
      await found.promise;
    },
  });
  await runCampaign({ ...worker.engine, claims: slow }, id, BUSY);
  await expectAllPlacedOnce(id, 8);
});

describe('a claim that a worker has prefetched', () => {
  it('is released when the worker is slow, which then places none of it', async () => {
    const { id, clock, resume } = await suspendedWorker();
    const { worker: b } = await workerAt('b', 0, { clock });
    await b.drops.handlers.runCampaign(id, BUSY);
    expect(asked).toEqual(['a1', 'a2', ...['b1', 'b2', 'b3', 'b4'], ...['b5', 'b6', 'b7', 'b8']]);
    await resume();
    expect(asked.filter((one) => one.startsWith('a'))).toEqual(['a1', 'a2']);
    expect(await statesOf(id)).toEqual(Array.from({ length: 8 }, () => 'placed'));
  });

  it('is not reclaimed while the worker sends heartbeats', async () => {
    const clock = createTestClock();
    const { worker: a, gate } = await workerAt('a', 2, { clock });
    const { worker: b } = await workerAt('b', 0, { clock });
    const id = await sendingCampaign(8);
    const busy = a.drops.handlers.runCampaign(id, BUSY);
    await gate.reached;
    await expect.poll(() => inState(id, 'claimed'), PATIENT).toBe(8);
    const leases = () => leasesOf(id);
    const first = await leases();
    expect(Object.keys(first)).toEqual(['claiming', 'placing']);
    // Twice, so that the first leases have expired and the renewed ones have not.
    clock.advance(LEASE_MS - 1);
    for (const state of Object.keys(first))
      await expect.poll(async () => (await leases())[state], PATIENT).not.toBe(first[state]);
    clock.advance(LEASE_MS - 1);
    await b.drops.handlers.runCampaign(id, BUSY);
    gate.open();
    await busy;
    await expectAllPlacedOnce(id, 8);
  });

  it('is released when the campaign is paused, without the contacts that another run has claimed', async () => {
    const { id, clock, resume } = await suspendedWorker();
    const { worker: b, gate } = await workerAt('b', 7, { clock });
    const other = b.drops.handlers.runCampaign(id, BUSY);
    await gate.reached;
    await node.as(user).pause({ id });
    await resume();
    gate.open();
    await other;
    const released = (await statesOf(id)).flatMap((state, n) => (state === 'pending' ? [String(n + 1)] : []));
    // A request in flight may be repeated, under the same key.
    const called = new Set(asked.map((one) => one.slice(1)));
    expect([...released, ...called].sort()).toEqual(numbers(1, 8));
  });
});

it('of a batch that two runs have read, each places only the calls that it has claimed', async () => {
  const drops = { ...ONE_AT_A_TIME, claimLeaseMs: 60_000 };
  const { worker: a } = await workerAt('a', 0, { drops });
  const { worker: b } = await workerAt('b', 0, { drops: { ...drops, batchSize: 2 } });
  const id = await sendingCampaign(4);
  const [all, half] = [interruptAt(1, 'before'), interruptAt(2, 'before')];
  const slow = runCampaign({ ...a.engine, calls: all.around(a.engine.calls, ['claim']) }, id, BUSY);
  await all.reached;
  const other = runCampaign({ ...b.engine, calls: half.around(b.engine.calls, ['claim']) }, id, BUSY);
  await half.reached;
  all.resume();
  await slow;
  half.resume();
  await other;
  await expectAllPlacedOnce(id, 4);
  expect(asked.filter((one) => one.startsWith('a'))).toEqual(['a3', 'a4']);
});

it('two runs in one process do not mistake each other for the holder of a claim', async () => {
  const clock = createTestClock();
  const { worker, gate } = await workerAt('a', 3, { clock });
  const id = await sendingCampaign(4);
  const { claims, wake } = stalled(worker.engine.claims);
  const slow = runCampaign({ ...worker.engine, claims }, id, BUSY);
  await gate.reached;
  clock.advance(AFTER_LEASE_MS);
  gate.open();
  await worker.drops.handlers.runCampaign(id, BUSY);
  await wake();
  await slow;
  expect(await statesOf(id)).toEqual(Array.from({ length: 4 }, () => 'placed'));
});

describe('a worker that is suspended between inserting a claim and claiming its contacts', () => {
  /** A suspended worker with an expired claim of three contacts, and another worker. */
  async function suspended(clock = createTestClock()) {
    const { worker: a } = await workerAt('a', 0, { clock });
    const { worker: b } = await workerAt('b', 0, { clock });
    const id = await sendingCampaign(3);
    const at = interruptAt(1, 'before');
    const late = runCampaign({ ...a.engine, calls: at.around(a.engine.calls, ['claim']) }, id, BUSY);
    await at.reached;
    clock.advance(AFTER_LEASE_MS);
    return { b, id, at, late, clock };
  }

  it('loses the claim, and the contacts are called by the next run', async () => {
    const { b, id, at, late } = await suspended();
    await scan(b.engine);
    at.resume();
    await late;
    await b.drops.handlers.runCampaign(id, BUSY);
    await expectAllPlacedOnce(id, 3);
  });

  it('loses the claim, and leaves no contact without a run', async () => {
    const { b, id, at, late } = await suspended();
    await scan(b.engine);
    const jobs = node.connection.collection('jobs');
    await jobs.deleteMany({ 'data.campaignId': id });
    at.resume();
    await late;
    const queued = await jobs.countDocuments({ name: 'run-campaign', 'data.campaignId': id });
    expect([await inState(id, 'pending'), queued]).not.toEqual([3, 0]);
  });

  it('loses the claim to a worker that dies before it releases the contacts, which the next scan releases', async () => {
    const clock = createTestClock();
    const { worker: a } = await workerAt('a', 0, { clock });
    const { worker: b } = await workerAt('b', 0, { clock });
    const id = await sendingCampaign(3);
    const ahead = interruptAt(1, 'before');
    void runCampaign({ ...a.engine, claims: ahead.around(a.engine.claims, ['startPlacing']) }, id, BUSY);
    await ahead.reached;
    clock.advance(AFTER_LEASE_MS);
    const died = interruptAt(1, 'before');
    void scan({ ...b.engine, calls: died.around(b.engine.calls, ['release']) });
    await died.reached;
    clock.advance(VOID_RECHECK_MS);
    await scan(b.engine);
    await b.drops.handlers.runCampaign(id, BUSY);
    await expectAllPlacedOnce(id, 3);
  });

  it('and dies after claiming the contacts leaves them to the next check of its void claim', async () => {
    const { b, id, at, clock } = await suspended();
    await scan(b.engine);
    const claim = await node.connection.collection('claims').findOne({ campaignId: id });
    expect(claim).toMatchObject({ state: 'void' });
    // The state in which `claim` of the dead worker leaves them.
    await node.connection
      .collection('contacts')
      .updateMany({ campaignId: id }, { $set: { status: 'claimed', claim: claim?._id, at: new Date() } });
    await b.drops.handlers.runCampaign(id, BUSY);
    expect(asked).toEqual([]);
    clock.advance(VOID_RECHECK_MS);
    await scan(b.engine);
    await b.drops.handlers.runCampaign(id, BUSY);
    await expectAllPlacedOnce(id, 3);
    at.resume();
  });
});

it('a worker that finds its campaign paused releases nothing once another has reclaimed its claim', async () => {
  const clock = createTestClock();
  const { worker: a } = await workerAt('a', 0, { clock });
  const { worker: b, gate } = await workerAt('b', 2, { clock });
  const id = await sendingCampaign(4);
  const [claimed, releasing] = [interruptAt(1, 'after'), interruptAt(1, 'before')];
  const calls = releasing.around(claimed.around(a.engine.calls, ['claim']), ['release']);
  const claims = releasing.around(a.engine.claims, ['retainDrops']);
  const late = runCampaign({ ...a.engine, calls, claims }, id, BUSY);
  await claimed.reached;
  await node.as(user).pause({ id });
  claimed.resume();
  await releasing.reached;
  await node.as(user).resume({ id });
  clock.advance(AFTER_LEASE_MS);
  const reclaiming = b.drops.handlers.runCampaign(id, BUSY);
  await gate.reached;
  releasing.resume();
  await late;
  gate.open();
  await reclaiming;
  await b.drops.handlers.runCampaign(id, BUSY);
  await expectAllPlacedOnce(id, 4);
});

it('contacts that a dead worker was about to release are released by the worker that reclaims its claim', async () => {
  const clock = createTestClock();
  const { worker: a, gate } = await workerAt('a', 2, { clock });
  const { worker: b } = await workerAt('b', 0, { clock });
  const id = await sendingCampaign(4);
  const stop = new AbortController();
  const died = interruptAt(1, 'before');
  const calls = died.around(a.engine.calls, ['release']);
  void runCampaign({ ...a.engine, calls }, id, { ...BUSY, signal: stop.signal });
  await gate.reached;
  stop.abort();
  gate.open();
  await died.reached;
  clock.advance(AFTER_LEASE_MS);
  await b.drops.handlers.runCampaign(id, BUSY);
  await expectAllPlacedOnce(id, 4);
});

it('calls that are claimed while orphaned calls are failed are not failed', async () => {
  const { worker } = await workerAt('a', 0);
  const id = await sendingCampaign(3);
  const contacts = node.connection.collection('contacts');
  await contacts.updateOne(
    { campaignId: id, seq: 1 },
    { $set: { status: 'claimed', claim: 'gone', at: new Date() } },
  );
  const at = interruptAt(1, 'before');
  const scanning = scan({ ...worker.engine, results: at.around(worker.engine.results, ['giveUpUnder']) });
  await at.reached;
  await worker.drops.handlers.runCampaign(id, BUSY);
  at.resume();
  await scanning;
  expect(await contactsOf(id).toArray()).toMatchObject([
    { status: 'failed', reason: 'No report' },
    { status: 'placed' },
    { status: 'placed' },
  ]);
});
