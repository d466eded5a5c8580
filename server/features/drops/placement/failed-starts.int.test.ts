import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, SECOND_MS } from '#shared/time-units.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { runCampaign } from '#server/features/drops/run-campaign.ts';

const clock = createTestClock();

let system: TestSystem;
let node: CampaignNode;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ clock, carrier: silentCarrier });
});

afterAll(() => system.stop());

const fails = () => Promise.reject(new Error('no database'));

/** Dependencies whose do-not-call list cannot be read once a claim is started, which takes a second. */
function withoutOptOuts({ claims, doNotCall, ...others }: DropsDeps): DropsDeps {
  let isStarted = false;
  const startPlacing: typeof claims.startPlacing = (...args) => {
    isStarted = true;
    clock.advance(SECOND_MS);
    return claims.startPlacing(...args);
  };
  return {
    ...others,
    claims: new Proxy(claims, {
      get: (real, name): unknown =>
        name === 'startPlacing' ? startPlacing : boundTo(real, Reflect.get(real, name)),
    }),
    doNotCall: {
      ...doNotCall,
      among: (...args) => (isStarted ? fails() : doNotCall.among(...args)),
    },
  };
}

const boundTo = (target: object, member: unknown): unknown =>
  typeof member === 'function' ? member.bind(target) : member;

it.each<[string, (deps: DropsDeps) => DropsDeps]>([
  ['its calls are looked up', (deps) => ({ ...deps, callLog: { ...deps.callLog, lookUp: fails } })],
  ['opt-outs are looked up', withoutOptOuts],
  ['its calls are recorded', (deps) => ({ ...deps, callLog: { ...deps.callLog, reserve: fails } })],
])('a database error while %s leaves no call of the claim as perhaps made', async (_while, failing) => {
  const user = await node.subscriber('launch');
  const campaigns = ['kept', 'deleted'].map(async (name) => {
    const draft = draftOf(user, deliverableContacts(2));
    const { campaign } = await node.as(user).create({ ...draft, campaign_name: name, drop_date: '' });
    await node.as(user).execute({ id: campaign.id });
    await expect(runCampaign(failing(node.engine), campaign.id, BUSY)).rejects.toThrow('no database');
    await node.as(user).pause({ id: campaign.id });
    return campaign.id;
  });
  const [kept = '', deleted = ''] = await Promise.all(campaigns);
  await node.as(user).delete({ id: deleted });
  clock.advance(10 * SECOND_MS);
  await node.drops.handlers.scan();
  await node.drops.handlers.settleCampaign(deleted);
  expect(await node.credits.ledger.balance(user.streamId)).toMatchObject({ held: 2 * 50 });
  for (const _day of [1, 2]) {
    clock.advance(DAY_MS);
    await node.drops.handlers.scan();
  }
  const { contacts } = await node.as(user).contacts({ id: kept });
  expect(contacts.map(({ status }) => status)).toEqual(['pending', 'pending']);
});
