import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LINT_VERSION } from '#shared/messages/message-lint.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import { draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/trpc/context.ts';

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

describe('a caller that does not know the check', () => {
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

describe('a caller that sends overrides', () => {
  it('is refused with the field while something is missing, and overrides nothing of it', async () => {
    const overrides = ['caller_missing', 'callback_missing', 'opt_out_missing'];
    for (const message_overrides of [[], overrides]) {
      const refused = node.as(user).create({ ...draftOf(user), message_overrides });
      await expect(refused).rejects.toMatchObject({
        cause: {
          code: 'MESSAGE_INCOMPLETE',
          details: { fields: { message: expect.stringContaining('no number to call back') as string } },
        },
      });
    }
  });

  it('may keep risky words, which is recorded with who did and when', async () => {
    const draft = { ...draftOf(user), message: WITH_PRIZE };
    const api = node.as(user);
    await expect(api.create({ ...draft, message_overrides: [] })).rejects.toThrow('“You won”, “prize”');
    const { campaign, warnings } = await api.create({ ...draft, message_overrides: ['prize', 'capitals'] });
    expect(warnings.map(({ code }) => code)).toEqual(['prize']);
    const check = await recordOf(campaign.id);
    expect(check).toMatchObject({ overrides: ['prize'], userId: user.uid });
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

it('with a live carrier an incomplete message is refused to every caller', async () => {
  const live = await system.startNode({
    deps: (deps) => ({ ...tollFree(deps), messageRules: 'enforced' }),
  });
  const other = await live.subscriber('launch');
  await expect(live.as(other).create(draftOf(other))).rejects.toMatchObject({
    cause: { code: 'MESSAGE_INCOMPLETE' },
  });
  await live.as(other).create({ ...draftOf(other), message: COMPLETE });
});
