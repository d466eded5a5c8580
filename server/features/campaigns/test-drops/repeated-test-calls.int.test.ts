import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import { placeTestDrop } from './place-test-drop.ts';
import type { TestDropDeps } from './test-drop-deps.ts';
import { createTestDropLimits } from './test-drop-limits.ts';
import { testOwnerOf } from './test-owner.ts';
import { callTestPhone } from './test-phone.ts';
import { createTestPhoneModel, TestPhoneStore } from './test-phone-store.ts';

const PHONE = '12025573098';

let system: TestSystem;
let node: CampaignNode;
let deps: TestDropDeps;
let user: SignedInUser;
beforeAll(async () => {
  system = await startTestSystem();
  const ownPhone: CampaignNode['deps']['callingProfiles'] = {
    find: async (uid) => ({ ...(await node.deps.callingProfiles.find(uid)), testPhone: PHONE }),
  };
  node = await system.startNode();
  deps = {
    campaignsDeps: { ...node.deps, callingProfiles: ownPhone },
    mode: 'skip-waits',
    callingStop: { isStopped: () => Promise.resolve(false), stoppedAt: () => Promise.resolve(undefined) },
    places: { ofNumber: () => ({ states: ['DC'] }) as never },
    testPhones: new TestPhoneStore(createTestPhoneModel(node.connection)),
    limits: createTestDropLimits(node.connection),
    profiles: { setTestPhone: () => Promise.resolve() },
  };
});
beforeEach(async () => {
  user = await node.subscriber('launch');
});
afterAll(() => system.stop());

/** Asks for a code to be spoken, once for its key. */
function callPhone(key: string, { phone = PHONE, parts = deps } = {}) {
  const input = { phone, voice_id: `voice-of-${user.uid}` };
  const content = { procedure: 'testDrops.callPhone', input: () => Promise.resolve(input) };
  return callTestPhone(parts, { user, input, idempotencyKey: key, content });
}
const drop = (key: string) =>
  placeTestDrop(deps, {
    user,
    input: { voice_id: `voice-of-${user.uid}`, message: 'Hello' },
    idempotencyKey: key,
  });

const calls = () => node.connection.collection('campaigns').countDocuments({ userId: testOwnerOf(user.uid) });
const balance = async () => (await node.deps.ledger.balance(user.streamId)).available;
const waiting = () => deps.testPhones.of(user.uid, new Date());
const forgetResult = (key: string) =>
  node.connection
    .collection<{ _id: string }>('request_keys')
    .updateOne({ _id: `${user.uid}:${key}` }, { $unset: { result: 1 } });

it('a code is spoken once for a key, whether its answer was stored or lost', async () => {
  const first = await callPhone('k');
  const code = await waiting();
  const left = await balance();
  for (const before of [() => undefined, () => forgetResult('k')]) {
    await before();
    expect(await callPhone('k')).toEqual(first);
  }
  expect([await calls(), await balance(), await waiting()]).toEqual([1, left, code]);
  expect(code?.expiresAt.toISOString()).toBe(first.expires_at);
  await expect(callPhone('k', { phone: '12025573097' })).rejects.toMatchObject({
    code: 'IDEMPOTENCY_MISMATCH',
  });
});

it('a code can be entered before it can be spoken, and without it nothing is called or held', async () => {
  const before = await balance();
  const seen: unknown[] = [];
  vi.spyOn(deps.testPhones, 'put').mockImplementationOnce(async () => {
    const owner = { userId: testOwnerOf(user.uid) };
    seen.push((await node.connection.collection('campaigns').findOne(owner))?.['status'], await balance());
    throw new Error('The database is away');
  });
  await expect(callPhone('k')).rejects.toThrow('The database is away');
  expect(seen).toEqual(['Preparing', before]);
  expect([await calls(), await balance()]).toEqual([0, before]);
  await callPhone('k');
  expect([await calls(), (await waiting())?.phone]).toEqual([1, PHONE]);
});

describe.each([
  ['a code', callPhone],
  ['a test drop', drop],
])('%s whose process died once its credits were held', (_what, place) => {
  it('is not placed again with its key: it may be made still', async () => {
    vi.spyOn(node.deps.statuses, 'commitPreparation').mockRejectedValueOnce(new Error('Killed'));
    const key = newId();
    await expect(place(key)).rejects.toThrow('Killed');
    const left = await balance();
    await expect(place(key)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This request is still being worked on. Please try again in a moment.',
    });
    expect([await calls(), await balance()]).toEqual([1, left]);
  });
});
