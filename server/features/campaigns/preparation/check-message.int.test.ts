import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LINT_VERSION } from '#shared/messages/message-lint.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ deps: tollFree });
  user = await node.subscriber('launch');
});

afterAll(() => system.stop());

/** With the number that `COMPLETE` gives. */
const tollFree = (deps: CampaignsDeps): CampaignsDeps => ({
  ...deps,
  callingProfiles: {
    find: async (uid) => ({ ...(await deps.callingProfiles.find(uid)), callbackNumber: '18005550143' }),
  },
});
const COMPLETE =
  'Hello {first_name}, this is Ana Roofing. Call us at 800-555-0143. To stop these messages call 800-555-0143.';
const WITH_PRIZE = `${COMPLETE} You won a prize.`;

const recordOf = async (id: string) => (await node.stores.campaigns.find(id))?.messageCheck;

describe('a caller with the local carrier', () => {
  it('gets what is missing as warnings, which are recorded', async () => {
    const { campaign, warnings } = await node.as(user).create(draftOf(user));
    const missing = ['caller_missing', 'callback_missing', 'opt_out_missing'];
    expect(warnings.map(({ code }) => code)).toEqual(missing);
    const check = await recordOf(campaign.id);
    expect(check).toMatchObject({ version: LINT_VERSION, overrides: [], userId: user.uid });
    expect(check?.findings.map(({ code }) => code)).toEqual(missing);
    const { warnings: none } = await node.as(user).update({ id: campaign.id, message: COMPLETE });
    expect(none).toEqual([]);
    expect((await recordOf(campaign.id))?.findings).toEqual([]);
  });
});

describe('"with the local carrier screen and API only warn"', () => {
  it.each([undefined, [], ['caller_missing', 'callback_missing', 'opt_out_missing']])(
    'whatever overrides a caller sends: %j',
    async (message_overrides) => {
      const { campaign, warnings } = await node.as(user).create({ ...draftOf(user), message_overrides });
      expect(warnings).toHaveLength(3);
      const changed = { id: campaign.id, message: 'You won.', message_overrides };
      expect((await node.as(user).update(changed)).warnings.map(({ code }) => code)).toContain('prize');
    },
  );
});

describe('with a live carrier', () => {
  let live: CampaignNode;
  let owner: SignedInUser;

  beforeAll(async () => {
    live = await system.startNode({ deps: (deps) => ({ ...tollFree(deps), messageRules: 'enforced' }) });
    owner = await live.subscriber('launch');
  });

  it('every caller is refused with the field while something is missing, and overrides nothing of it', async () => {
    const overrides = ['caller_missing', 'callback_missing', 'opt_out_missing'];
    for (const message_overrides of [undefined, [], overrides]) {
      const refused = live.as(owner).create({ ...draftOf(owner), message_overrides });
      await expect(refused).rejects.toMatchObject({
        cause: {
          code: 'MESSAGE_INCOMPLETE',
          details: { fields: { message: expect.stringContaining('no number to call back') as string } },
        },
      });
    }
    await live.as(owner).create({ ...draftOf(owner), message: COMPLETE });
  });

  it('risky words may be kept, which is recorded with who did and when', async () => {
    const draft = { ...draftOf(owner), message: WITH_PRIZE };
    const api = live.as(owner);
    await expect(api.create(draft)).rejects.toThrow('“You won”, “prize”');
    const { campaign, warnings } = await api.create({ ...draft, message_overrides: ['prize', 'capitals'] });
    expect(warnings.map(({ code }) => code)).toEqual(['prize']);
    const check = await recordOf(campaign.id);
    expect(check).toMatchObject({ overrides: ['prize'], userId: owner.uid });
    expect(check?.at).toBeInstanceOf(Date);
    await expect(api.update({ id: campaign.id, message: 'You won.', message_overrides: [] })).rejects.toThrow(
      'The message does not say',
    );
    await expect(api.update({ id: campaign.id, message_overrides: [] })).rejects.toThrow('“You won”');
    await expect(api.get({ id: campaign.id })).resolves.toMatchObject({ campaign: { message: WITH_PRIZE } });
  });
});

it('a repeated request gets the same warnings', async () => {
  const draft = draftOf(user);
  const first = await node.as(user, 'check').create(draft);
  await expect(node.as(user, 'check').create(draft)).resolves.toEqual(first);
  expect(first.warnings).toHaveLength(3);
});
