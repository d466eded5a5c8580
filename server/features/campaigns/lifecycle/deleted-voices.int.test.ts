import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;
/** Called before a voice's owner is read; the test deletes voices in it. */
let onOwnership: (voiceId: string) => Promise<void>;
let deleted: Set<string>;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({
    carrier: silentCarrier,
    deps: (real) => ({
      ...real,
      voices: {
        find: (_uid, id) =>
          Promise.resolve({ kind: 'own', voice: { id, title: id, providerVoiceId: `provider-${id}` } }),
        async ownership(_uid, id) {
          await onOwnership(id);
          return deleted.has(id) ? 'unknown' : 'own';
        },
      },
    }),
  });
});

beforeEach(async () => {
  user = await node.subscriber('dominate');
  deleted = new Set();
  onOwnership = () => Promise.resolve();
});

afterAll(() => system.stop());

const OLD = 'old-voice';
const NEW = 'new-voice';

async function newCampaign(): Promise<string> {
  const draft = { ...draftOf(user, deliverableContacts(1)), voice_id: OLD };
  return (await node.as(user).create(draft)).campaign.id;
}

async function failedCampaign(): Promise<string> {
  const id = await newCampaign();
  await node.as(user).execute({ id });
  await node.drops.handlers.runCampaign(id, BUSY);
  await system.report(`${id}-1-1`, 4006);
  await node.drops.handlers.settleCampaign(id);
  return id;
}

const usesOf = (voiceId: string) => node.stores.campaigns.openCampaignWith(user.uid, voiceId);

describe('a deletion of a voice and a retry', () => {
  it('at once: the deletion finds the retry before its calls are queued', async () => {
    const id = await failedCampaign();
    expect(await usesOf(OLD)).toBeUndefined();
    const found: (string | undefined)[] = [];
    onOwnership = async () => void found.push(await usesOf(OLD));
    await node.as(user).retry({ id });
    expect(found).toEqual([(await node.stores.campaigns.find(id))?.name]);
    expect(await usesOf(OLD)).toBeDefined();
  });

  it('in this order: the retry is refused, and nothing is held', async () => {
    const id = await failedCampaign();
    deleted.add(OLD);
    await expect(node.as(user).retry({ id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The voice of this campaign was deleted, so its calls cannot be made again.',
    });
    expect(await node.stores.campaigns.find(id)).toMatchObject({ status: 'Failed', held: 0, run: 1 });
    expect(await usesOf(OLD)).toBeUndefined();
  });
});

describe('a deletion of a voice that a campaign is changed to', () => {
  it('finds the change, or the change is undone', async () => {
    const id = await newCampaign();
    onOwnership = async (voiceId) => {
      expect(await usesOf(voiceId)).toBeDefined();
    };
    await node.as(user).update({ id, voice_id: NEW });
    expect(await node.stores.campaigns.find(id)).toMatchObject({ voiceId: NEW });

    deleted.add(OLD);
    const change = node.as(user).update({ id, voice_id: OLD });
    await expect(change).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Voice not found' });
    expect(await node.stores.campaigns.find(id)).toMatchObject({
      voiceId: NEW,
      voiceTitle: NEW,
      providerVoiceId: `provider-${NEW}`,
    });
  });

  it('undoes all of the change, which can be repeated under its key', async () => {
    const id = await newCampaign();
    const { campaign: before } = await node.as(user).get({ id });
    const { contacts: _contacts, ...draft } = draftOf(user);
    const change = { ...draft, id, description: 'New', message: 'Another message', drops_per_minute: 3 };
    deleted.add(NEW);
    const replacing = () => node.as(user, 'a-key').replace({ ...change, voice_id: NEW });
    await expect(replacing()).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Voice not found' });
    expect((await node.as(user).get({ id })).campaign).toEqual(before);
    deleted.delete(NEW);
    await replacing();
    expect((await node.as(user).get({ id })).campaign).toMatchObject({
      name: change.campaign_name,
      message: change.message,
      drops_per_minute: 3,
      voice_id: NEW,
    });
  });

  it('undoes the voice alone where something else was changed meanwhile', async () => {
    const id = await newCampaign();
    deleted.add(NEW);
    onOwnership = async (voiceId) => {
      if (voiceId === NEW) await node.as(user).update({ id, description: 'Meanwhile' });
    };
    const change = node.as(user).update({ id, voice_id: NEW, message: 'Another message' });
    await expect(change).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Voice not found' });
    expect(await node.stores.campaigns.find(id)).toMatchObject({ voiceId: OLD, description: 'Meanwhile' });
  });
});
