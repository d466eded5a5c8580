import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import type { Drop, Placement, VoicemailCarrier } from '#server/providers/carrier/port.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode, NodeOptions } from '#server/testing/system/test-node.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { ClaimDocument } from '#server/features/drops/claims/claim-store.ts';
import { runCampaign } from '#server/features/drops/run-campaign.ts';

const DELIVERED = 0;
const REFUSED: Placement = { kind: 'rejected', code: '4013', reason: 'Called too often lately' };
const ACCEPTED: Placement = { kind: 'accepted', messageId: 'm' };

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
});

beforeEach(async () => {
  user = await node.subscriber('launch');
});

afterAll(() => system.stop());

async function sendingCampaign(contacts: number): Promise<string> {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(contacts)));
  await node.as(user).execute({ id: campaign.id });
  return campaign.id;
}

const settle = (id: string, on = node) => on.drops.handlers.settleCampaign(id);
const statesOf = async (id: string) =>
  (await node.as(user).contacts({ id })).contacts.map(({ status }) => status);
const balance = () => node.credits.ledger.balance(user.streamId);

/** A worker whose carrier responds with `place`, which gets the drop and the number of requests so far. */
async function workerWith(
  place: (drop: Drop, nth: number) => Placement | Promise<Placement>,
  options: NodeOptions = {},
): Promise<{ worker: CampaignNode; asked: string[] }> {
  const asked: string[] = [];
  const carrier = (real: VoicemailCarrier): VoicemailCarrier => ({
    ...real,
    async place(drop) {
      asked.push(drop.attemptId);
      return place(drop, asked.length);
    },
  });
  return { worker: await system.startNode({ ...options, carrier }), asked };
}

/** The call waits for its report of a delivery; it is charged once and not retryable. */
async function expectDeliveredByItsReport(id: string): Promise<void> {
  expect(await statesOf(id)).toEqual(['sending']);
  expect(await system.report(`${id}-1-1`, DELIVERED)).toBe(200);
  await settle(id);
  await expect(node.as(user).status({ id })).resolves.toMatchObject({ status: 'Success', delivered: 1 });
  expect(await balance()).toMatchObject({ available: 20_000 - 50, held: 0 });
  await expect(node.as(user).retry({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
}

describe('a refusal', () => {
  it.each<[string, Placement]>([
    ['a request whose response was lost', { kind: 'unknown' }],
    ['an error of the carrier', { kind: 'unavailable', code: '500' }],
    ['a conflict with a request in flight', { kind: 'unavailable', code: '409' }],
  ])('after %s is not final: the call waits for its report', async (_what, first) => {
    const { worker, asked } = await workerWith((_drop, nth) => (nth === 1 ? first : REFUSED));
    const id = await sendingCampaign(1);
    await worker.drops.handlers.runCampaign(id, BUSY);
    expect(asked).toEqual([`${id}-1-1`, `${id}-1-1`]);
    await expectDeliveredByItsReport(id);
  });

  it('in a reclaimed claim is not final, because the request of the dead worker may have been accepted', async () => {
    const clock = createTestClock();
    const { worker: dead } = await workerWith(() => ACCEPTED, { clock });
    const { worker: successor } = await workerWith(() => REFUSED, { clock });
    const id = await sendingCampaign(1);
    const died = interruptAt(1, 'before');
    void runCampaign({ ...dead.engine, calls: died.around(dead.engine.calls, ['markPlaced']) }, id, BUSY);
    await died.reached;
    clock.advance(6_000);
    await successor.drops.handlers.runCampaign(id, BUSY);
    await expectDeliveredByItsReport(id);
  });

  it('that a suspended worker gets after its claim was reclaimed is not final', async () => {
    const clock = createTestClock();
    const at = interruptAt(1, 'before');
    const { worker: slow } = await workerWith(() => REFUSED, { clock });
    const { worker: successor } = await workerWith(() => ({ kind: 'unknown' }), { clock });
    const id = await sendingCampaign(1);
    const late = runCampaign(
      { ...slow.engine, carrier: at.around(slow.engine.carrier, ['place']) },
      id,
      BUSY,
    );
    await at.reached;
    clock.advance(6_000);
    await successor.drops.handlers.runCampaign(id, BUSY);
    at.resume();
    await late;
    await expectDeliveredByItsReport(id);
  });

  it('whose worker dies while recording it leaves the call to the next worker', async () => {
    const clock = createTestClock();
    const { worker: dead } = await workerWith(() => REFUSED, { clock });
    const { worker: successor } = await workerWith(() => ACCEPTED, { clock });
    const id = await sendingCampaign(1);
    const died = interruptAt(1, 'before');
    void runCampaign(
      { ...dead.engine, results: died.around(dead.engine.results, ['markRefused']) },
      id,
      BUSY,
    );
    await died.reached;
    clock.advance(6_000);
    await successor.drops.handlers.runCampaign(id, BUSY);
    await successor.drops.handlers.runCampaign(id, BUSY);
    expect(await system.report(`${id}-1-1`, DELIVERED)).toBe(200);
    died.resume();
    await expect.poll(() => statesOf(id)).toEqual(['success']);
    await settle(id);
    expect(await balance()).toMatchObject({ available: 20_000 - 50, held: 0 });
  });

  it('that is not final ends as “No report” at the deadline, and is not retryable', async () => {
    const clock = createTestClock();
    const { worker, asked } = await workerWith((_drop, nth) => (nth === 1 ? { kind: 'unknown' } : REFUSED), {
      clock,
    });
    const id = await sendingCampaign(1);
    await worker.drops.handlers.runCampaign(id, BUSY);
    clock.advance(21_000);
    await settle(id, worker);
    const { contacts } = await node.as(user).contacts({ id });
    expect(contacts).toMatchObject([{ status: 'failed', reason: 'No report' }]);
    await expect(node.as(user).retry({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(asked).toHaveLength(2);
    expect(await balance()).toMatchObject({ available: 20_000, held: 0 });
  });

  it('after a response that nothing was accepted is final and retryable', async () => {
    const busy: Placement = { kind: 'unavailable', code: '429', notAccepted: true };
    const { worker } = await workerWith((_drop, nth) => (nth === 1 ? busy : REFUSED));
    const id = await sendingCampaign(1);
    await worker.drops.handlers.runCampaign(id, BUSY);
    expect(await statesOf(id)).toEqual(['failed']);
    await settle(id);
    await expect(node.as(user).retry({ id })).resolves.toMatchObject({ retried: 1 });
  });
});

it('a worker that was suspended for longer than keys are kept places no call again', async () => {
  const clock = createTestClock();
  const at = interruptAt(1, 'before');
  const { worker: slow, asked } = await workerWith(() => ACCEPTED, { clock });
  const { worker: successor } = await workerWith(() => ACCEPTED, { clock });
  const id = await sendingCampaign(1);
  const late = runCampaign({ ...slow.engine, rate: at.around(slow.engine.rate, ['pass']) }, id, BUSY);
  await at.reached;
  clock.advance(6_000);
  await successor.drops.handlers.runCampaign(id, BUSY);
  clock.advance(25 * HOUR_MS);
  at.resume();
  await late;
  expect(asked).toEqual([]);
});

it('a database error stops the batch, and calls placed before it are recorded when the run ends', async () => {
  const { worker, asked } = await workerWith(
    async () => {
      await new Promise(setImmediate);
      return ACCEPTED;
    },
    { drops: { concurrency: 4 } },
  );
  const id = await sendingCampaign(40);
  let passed = 0;
  const rate = {
    pass: () => {
      passed += 1;
      return passed === 10 ? Promise.reject(new Error('The database is down')) : Promise.resolve(true);
    },
  };
  await expect(runCampaign({ ...worker.engine, rate }, id, BUSY)).rejects.toThrow('The database is down');
  const atTheEnd = asked.length;
  const states = await statesOf(id);
  expect(states.filter((state) => state === 'sending')).toHaveLength(atTheEnd);
  expect(states.filter((state) => state === 'pending')).toHaveLength(40 - atTheEnd);
  expect(atTheEnd).toBeLessThan(20);
  expect(asked).toHaveLength(atTheEnd);
});

it('a call without a response is not placed again once its key may have expired at the carrier', async () => {
  const clock = createTestClock();
  const { worker, asked } = await workerWith(
    () => {
      clock.advance(23 * HOUR_MS);
      return { kind: 'unknown' };
    },
    { clock, drops: { claimLeaseMs: 48 * HOUR_MS } },
  );
  const id = await sendingCampaign(1);
  await worker.drops.handlers.runCampaign(id, BUSY);
  expect(asked).toEqual([`${id}-1-1`]);
  expect(await statesOf(id)).toEqual(['sending']);
});

it('the carrier gets the postal code of a contact in its plain form, and no other text', async () => {
  const codes = new Map<string, string | undefined>();
  const carrier = (real: VoicemailCarrier): VoicemailCarrier => ({
    ...real,
    place(drop) {
      codes.set(drop.to, drop.postalCode);
      return Promise.resolve(ACCEPTED);
    },
  });
  const worker = await system.startNode({ carrier });
  const cells = ['94105', "'94105", 'CA 94105 1234', 'v5k-0a1', 'unknown', ''];
  const contacts = deliverableContacts(cells.length).map((contact, at) => ({
    ...contact,
    zipcode: cells[at] ?? '',
  }));
  const { campaign } = await node.as(user).create(draftOf(user, contacts));
  await node.as(user).execute({ id: campaign.id });
  await worker.drops.handlers.runCampaign(campaign.id, BUSY);
  const sent = contacts.map(({ recommended_phone: phone }) => codes.get(phone));
  expect(sent).toEqual(['94105', '94105', '94105-1234', 'V5K 0A1', undefined, undefined]);
});

it('without idempotency keys no more calls are claimed than are placed concurrently', async () => {
  const worker = await system.startNode({
    carrier: (real) => ({ ...silentCarrier(real), capabilities: { idempotencyKeys: false } }),
    drops: { batchSize: 20, concurrency: 3 },
  });
  const id = await sendingCampaign(8);
  const claimed: number[] = [];
  const claims = new Proxy(worker.engine.claims, {
    get(real, name) {
      if (name !== 'insert') {
        const member: unknown = Reflect.get(real, name);
        return typeof member === 'function' ? (member.bind(real) as unknown) : member;
      }
      return (claim: ClaimDocument) => {
        claimed.push(claim.drops.length);
        return real.insert(claim);
      };
    },
  });
  await runCampaign({ ...worker.engine, claims }, id, BUSY);
  expect(claimed).toEqual([3, 3, 2]);
  expect(await statesOf(id)).toEqual(Array(8).fill('sending'));
});
