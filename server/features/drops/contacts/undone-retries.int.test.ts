import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { BUSY_LINE, DELIVERED, settledCampaigns } from '#server/testing/system/settled-campaigns.ts';
import { silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { ContactDocument, ContactModel } from './contact-model.ts';
import { RetryStore } from './retry-store.ts';

const [LEASE_MS, RESWEEP_MS] = [70_000, 3_700_000];

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

const { settle, finished } = settledCampaigns(() => ({ system, node, user }));
const contactsOf = (campaignId: string) =>
  node.connection.collection<ContactDocument>('contacts').find({ campaignId }).sort({ seq: 1 }).toArray();
const statusOf = (id: string) => node.as(user).status({ id });

/** Returns an object with one method replaced. */
function replaced<T extends object>(target: T, name: keyof T, method: (...args: never[]) => unknown): T {
  return new Proxy(target, {
    get(real, member) {
      if (member === name) return method;
      const value: unknown = Reflect.get(real, member);
      return typeof value === 'function' ? (value.bind(real) as unknown) : value;
    },
  });
}

/** A campaign whose two calls have failed. */
const failedCampaign = () => finished([BUSY_LINE, BUSY_LINE]);

it('keeps a contact that a slow worker puts back while its retry is undone', async () => {
  const id = await failedCampaign();
  const retry = 'undone-retry';
  const model = node.connection.model('Contact') as ContactModel;
  const ids = (await contactsOf(id)).map(({ _id }) => _id);
  await node.engine.retries.requeue(id, ids.slice(0, 1), retry, 2);
  const slow = replaced(model, 'deleteMany', async (filter: never) => {
    await node.engine.retries.requeue(id, ids.slice(1), retry, 2);
    await model.deleteMany(filter);
  });
  await new RetryStore(slow).undoPreparation(id, retry);
  expect((await contactsOf(id)).map(({ status }) => status)).toEqual(['failed', 'pending']);
  await node.engine.retries.undoPreparation(id, retry);
  expect((await contactsOf(id)).map(({ status }) => status)).toEqual(['failed', 'failed']);
});

it('schedules the settlement of a late success before an undone retry is closed', async () => {
  const id = await failedCampaign();
  const settled: string[] = [];
  const closed = interruptAt(1, 'after');
  const refuse = async () => {
    await system.report(`${id}-1-1`, DELIVERED);
    return { ok: false, refusal: { type: 'CostChanged', cost: 1 } };
  };
  const owner = await system.startNode({
    carrier: silentCarrier,
    deps: (real: CampaignsDeps) => ({
      ...real,
      ledger: replaced(real.ledger, 'execute', refuse),
      preparations: closed.around(real.preparations, ['abandon']),
      jobs: replaced(real.jobs, 'settle', (campaignId: string) => Promise.resolve(settled.push(campaignId))),
    }),
  });
  owner
    .as(user)
    .retry({ id })
    .catch(() => undefined);
  await closed.reached;
  expect(settled).toEqual([id]);
  await settle(id);
  expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 1, failed: 1 });
});

it('settles a late success of a call that a slow worker put back after its retry was swept', async () => {
  const id = await failedCampaign();
  const owner = await system.startNode({
    carrier: silentCarrier,
    deps: (real) => ({ ...real, ledger: interruptAt(1, 'before').around(real.ledger, ['execute']) }),
  });
  owner
    .as(user)
    .retry({ id })
    .catch(() => undefined);
  await expect.poll(async () => (await contactsOf(id)).filter(({ later }) => later).length).toBe(2);
  const clock = createTestClock();
  const sweeper = await system.startNode({
    clock,
    carrier: silentCarrier,
    deps: (real) => ({ ...real, jobs: replaced(real.jobs, 'settle', settle) }),
  });
  clock.advance(LEASE_MS);
  await sweeper.campaigns.sweep();
  const [swept = ''] = (await node.stores.campaigns.find(id))?.voidedPreparations ?? [];
  const ids = (await contactsOf(id)).map(({ _id }) => _id);
  await node.engine.retries.requeue(id, ids, swept, 2);
  await system.report(`${id}-1-1`, DELIVERED);
  clock.advance(RESWEEP_MS);
  await sweeper.campaigns.sweep();
  expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 1, failed: 1 });
});
