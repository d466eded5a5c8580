import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { draftOf } from '#server/testing/system/campaign-drafts.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode();
  user = await node.subscriber('launch');
});
afterAll(() => system.stop());

const RETRY = { after_days: 2, times: 1 };
const api = () => node.as(user);
/** Returns a new campaign as a program gets it. */
async function gotten(fields: object = {}, as = api()) {
  const { campaign } = await as.create({ ...draftOf(user), ...fields });
  return (await as.get({ id: campaign.id })).campaign;
}
const refusal = (field: string, problem: string) => ({
  cause: { code: 'INVALID_INPUT', details: { fields: { [field]: problem } } },
});

describe('a campaign that is sent back as it was got', () => {
  it('stays as it is', async () => {
    const campaign = await gotten({ retry: RETRY });
    await api().update(campaign);
    expect((await api().get({ id: campaign.id })).campaign).toEqual(campaign);
  });

  it.each(['name', 'campaign_name'] as const)('with another %s has that name', async (field) => {
    const campaign = await gotten();
    const name = `Renamed ${campaign.id}`;
    await expect(api().update({ ...campaign, [field]: name })).resolves.toMatchObject({
      campaign: { name, campaign_name: name },
    });
  });

  it('with another automatic_retry, or a retry, has these retries', async () => {
    const campaign = await gotten({ retry: RETRY });
    const shown = { ...campaign.automatic_retry, ...RETRY, times: 3 };
    await expect(api().update({ ...campaign, automatic_retry: shown })).resolves.toMatchObject({
      campaign: { automatic_retry: { ...RETRY, times: 3 } },
    });
    const { campaign: second } = await api().get({ id: campaign.id });
    await expect(api().update({ ...second, retry: RETRY })).resolves.toMatchObject({
      campaign: { automatic_retry: RETRY },
    });
    const { campaign: third } = await api().get({ id: campaign.id });
    await expect(api().update({ ...third, automatic_retry: null })).resolves.toMatchObject({
      campaign: { automatic_retry: null },
    });
  });

  it('with two changes of one field is refused, and the same change twice is one', async () => {
    const campaign = await gotten({ retry: RETRY });
    const name = `Renamed ${campaign.id}`;
    await expect(api().update({ ...campaign, name, campaign_name: `${name} too` })).rejects.toMatchObject(
      refusal('name', 'differs from campaign_name, which is the same field'),
    );
    const retries = { retry: { ...RETRY, times: 2 }, automatic_retry: null };
    await expect(api().update({ ...campaign, ...retries })).rejects.toMatchObject(
      refusal('automatic_retry', 'differs from retry, which is the same field'),
    );
    await expect(api().update({ ...campaign, name, campaign_name: name })).resolves.toMatchObject({
      campaign: { name },
    });
  });
});

describe.each(['advised', 'enforced'] as const)('with the checks of messages %s', (messageRules) => {
  const CALLBACK = '18005550143';
  const message =
    'Hello {first_name}, this is Ana Roofing. You won a prize. Call us at 800-555-0143. To stop these messages call 800-555-0143.';
  let checking: CampaignNode;
  beforeAll(async () => {
    const deps = (real: CampaignsDeps): CampaignsDeps => ({
      ...real,
      messageRules,
      callingProfiles: {
        find: async (uid) => ({ ...(await real.callingProfiles.find(uid)), callbackNumber: CALLBACK }),
      },
    });
    checking = await system.startNode({ deps });
  });

  it('one that is sent back keeps what its user overrides of its message, until the message changes', async () => {
    const as = checking.as(user);
    const campaign = await gotten({ message, message_overrides: ['prize'] }, as);
    const recorded = async () => (await node.stores.campaigns.find(campaign.id))?.messageCheck;
    const before = await recorded();
    const { warnings } = await as.update({ ...campaign, drops_per_minute: 7 });
    expect(warnings.map(({ code }) => code)).toEqual(['prize']);
    expect(await recorded()).toEqual(before);
    expect(before?.overrides).toEqual(['prize']);
    const changed = as.update({ id: campaign.id, message: `${message} Really.` });
    if (messageRules === 'enforced') await expect(changed).rejects.toThrow('“You won”');
    else await changed;
    expect((await recorded())?.overrides).toEqual(messageRules === 'enforced' ? ['prize'] : []);
  });
});
