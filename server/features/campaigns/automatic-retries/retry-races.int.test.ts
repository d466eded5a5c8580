import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { utcDay } from '#shared/drop-schedule.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time-units.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { createTestClock, type TestClock } from '#server/testing/fakes/test-clock.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import { makeAutomaticRetries } from './make-automatic-retries.ts';

const [DELIVERED, BUSY_LINE] = [0, 4006];
let system: TestSystem;
let clock: TestClock;
let node: CampaignNode;
let user: SignedInUser;
beforeAll(async () => {
  system = await startTestSystem();
});
beforeEach(async () => {
  clock = createTestClock();
  node = await system.startNode({ clock, carrier: silentCarrier });
  await node.connection.collection('campaigns').updateMany({}, { $unset: { retryAt: 1 } });
  user = await node.subscriber('launch');
});
afterAll(() => system.stop());

const retryDue = () => makeAutomaticRetries(node.deps, BUSY);
const campaignOf = async (id: string) => (await node.as(user).get({ id })).campaign;
const stored = (id: string) => node.stores.campaigns.find(id);
async function finish(id: string, run: number, codes: Record<number, number>): Promise<void> {
  await node.drops.handlers.runCampaign(id, BUSY);
  for (const [seq, code] of Object.entries(codes)) await system.report(`${id}-${seq}-${String(run)}`, code);
  await node.drops.handlers.settleCampaign(id);
}
async function finished(fields: Record<string, unknown>): Promise<string> {
  const draft = { ...draftOf(user, deliverableContacts(3)), ...fields };
  const { campaign } = await node.as(user).create(draft);
  await node.as(user).execute({ id: campaign.id });
  await finish(campaign.id, 1, { 1: DELIVERED, 2: BUSY_LINE, 3: BUSY_LINE });
  return campaign.id;
}

test('a retry that is due after the last day of calling ends, and its owner is told', async () => {
  const last_day = utcDay(new Date(clock.now().getTime() + 2 * DAY_MS));
  const id = await finished({ retry: { after_days: 7, times: 2 }, last_day });
  await node.drops.handlers.notifyOwner(id);
  const before = node.mails.length;
  clock.advance(7 * DAY_MS + 1);
  const tries: (string | null | undefined)[] = [];
  for (let hour = 0; hour < 4; hour += 1) {
    await retryDue();
    tries.push((await campaignOf(id)).automatic_retry?.next_at);
    clock.advance(10 * MINUTE_MS + 1);
  }
  await node.drops.handlers.notifyOwner(id);
  expect({ tries, mails: node.mails.slice(before).map(({ subject }) => subject) }).toEqual({
    tries: [undefined, undefined, undefined, undefined],
    mails: [expect.stringMatching(/was not retried$/)],
  });
  // A retry by hand is refused too.
  expect(node.mails.at(-1)?.text).not.toContain('You can still retry');
});

test('the same retries that are sent again do not put off the next one', async () => {
  const retry = { after_days: 2, times: 1 };
  const id = await finished({ retry });
  const { next_at: first } = (await campaignOf(id)).automatic_retry ?? {};
  clock.advance(DAY_MS);
  await node.as(user).setRetries({ id, retry });
  expect((await campaignOf(id)).automatic_retry).toMatchObject({ made: 0, next_at: first });
});

test('the same retries that are sent again make no more retries than they say', async () => {
  const retry = { after_days: 1, times: 1 };
  const id = await finished({ retry });
  let retries = 0;
  for (let n = 0; n < 3; n += 1) {
    clock.advance(DAY_MS + 1);
    await retryDue();
    const run = (await stored(id))?.run ?? 0;
    if ((await campaignOf(id)).status !== 'Sending') continue;
    retries += 1;
    // An integrator that keeps its settings in line sends them once a day.
    await node.as(user).setRetries({ id, retry });
    await finish(id, run, { 2: BUSY_LINE, 3: BUSY_LINE });
  }
  expect(retries).toBe(1);
});

test('a retry by hand that begins beside an automatic one does not end the automatic ones', async () => {
  const retry = { after_days: 1, times: 3 };
  const id = await finished({ retry });
  await node.drops.handlers.notifyOwner(id);
  const before = node.mails.length;
  clock.advance(DAY_MS + 1);
  const claimed = interruptAt(1, 'after');
  const automaticRetries = claimed.around(node.deps.automaticRetries, ['claim']);
  const making = makeAutomaticRetries({ ...node.deps, automaticRetries }, BUSY);
  await claimed.reached;
  const web = await system.startNode({
    clock,
    carrier: silentCarrier,
    deps: (real) => ({
      ...real,
      contacts: {
        ...real.contacts,
        async requeueFailed(...args) {
          claimed.resume();
          await making;
          return real.contacts.requeueFailed(...args);
        },
      },
    }),
  });
  await expect(web.as(user).retry({ id })).resolves.toMatchObject({ retried: 2 });
  await node.drops.handlers.notifyOwner(id);
  expect({
    retries: (await campaignOf(id)).automatic_retry,
    mails: node.mails.slice(before).map(({ text }) => text),
  }).toMatchObject({ retries: { times: 3 }, mails: [] });
});

test('nobody is called by an automatic retry after its owner has ended them', async () => {
  const id = await finished({ retry: { after_days: 1, times: 1 } });
  clock.advance(DAY_MS + 1);
  const counted = interruptAt(1, 'before');
  const idempotencyKeys = counted.around(node.deps.idempotencyKeys, ['claim']);
  const making = makeAutomaticRetries({ ...node.deps, idempotencyKeys }, BUSY);
  await counted.reached;
  await node.as(user).setRetries({ id, retry: null });
  counted.resume();
  await making;
  await node.drops.handlers.runCampaign(id, BUSY);
  expect(await campaignOf(id)).toMatchObject({ status: 'Success', automatic_retry: null });
});

test('a retry of people who were called too often lately is made later', async () => {
  const id = await finished({ retry: { after_days: 1, times: 3 } });
  await node.drops.handlers.notifyOwner(id);
  const before = node.mails.length;
  const tooOften = () =>
    Promise.resolve((calls: readonly { phone: string }[]) =>
      Promise.resolve(new Set(calls.map(({ phone }) => phone))),
    );
  const limited = {
    ...node.deps,
    callLog: { ...node.deps.callLog, tooOften },
  } as typeof node.deps;
  clock.advance(DAY_MS + 1);
  await makeAutomaticRetries(limited, BUSY);
  await node.drops.handlers.notifyOwner(id);
  const { automatic_retry: shown } = await campaignOf(id);
  expect(shown?.next_at).not.toBeNull();
  expect(node.mails).toHaveLength(before);
});
