import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { contactEnding, deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

const insertContacts = vi.fn<(count: number) => void>();
const prepareVoice = vi.fn<(voiceId: string) => void>();

let system: TestSystem;
let node: CampaignNode;
let owner: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({
    deps: (real) => ({
      ...real,
      contacts: Object.assign(Object.create(real.contacts) as typeof real.contacts, {
        insert: (batch: Parameters<typeof real.contacts.insert>[0]) => {
          insertContacts(batch.contacts.length);
          return real.contacts.insert(batch);
        },
      }),
      voices: {
        ...real.voices,
        find: (uid, voiceId) => {
          prepareVoice(voiceId);
          return real.voices.find(uid, voiceId);
        },
      },
    }),
  });
});

beforeEach(async () => {
  owner = await node.subscriber('launch');
  insertContacts.mockClear();
  prepareVoice.mockClear();
});

afterAll(() => system.stop());

const SHORTFALL = {
  message: 'Insufficient credits: 59,000 needed, 20,000 available',
  code: 'PAYMENT_REQUIRED',
};

describe('before a contact is stored or a voice is cloned,', () => {
  it('the credits for a new campaign are checked', async () => {
    const draft = draftOf(owner, deliverableContacts(1_000));
    await expect(node.as(owner).create(draft)).rejects.toMatchObject(SHORTFALL);
    expect(insertContacts).not.toHaveBeenCalled();
    expect(prepareVoice).not.toHaveBeenCalled();
  });

  it('the credits for additional contacts are checked', async () => {
    const { campaign } = await node.as(owner).create(draftOf(owner, [contactEnding('0001')]));
    insertContacts.mockClear();
    const added = node.as(owner).addContacts({ campaign: campaign.id, contacts: deliverableContacts(1_000) });
    await expect(added).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' });
    expect(insertContacts).not.toHaveBeenCalled();
  });

  it.each([
    ['the list is checked', { contacts: [contactEnding('0001'), contactEnding('0001')] }, 'BAD_REQUEST'],
    ['the message is checked', { message: 'Hello {nickname}' }, 'BAD_REQUEST'],
    ['the drop date is checked', { drop_date: '2099-01-01T00:00:00Z' }, 'BAD_REQUEST'],
  ])('%s', async (_what, change, code) => {
    await expect(node.as(owner).create({ ...draftOf(owner), ...change })).rejects.toMatchObject({ code });
    expect(prepareVoice).not.toHaveBeenCalled();
    expect(insertContacts).not.toHaveBeenCalled();
  });

  it('the status of an updated campaign is checked', async () => {
    const { campaign } = await node.as(owner).create(draftOf(owner));
    await node.as(owner).execute({ id: campaign.id });
    prepareVoice.mockClear();
    const update = node.as(owner).update({ id: campaign.id, voice_id: `voice-of-${owner.uid}` });
    await expect(update).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(prepareVoice).not.toHaveBeenCalled();
  });

  it('another user’s voice and an unknown voice are refused', async () => {
    const draft = draftOf(owner);
    await expect(node.as(owner).create({ ...draft, voice_id: 'voice-of-other' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(node.as(owner).create({ ...draft, voice_id: 'unknown' })).rejects.toMatchObject({
      message: 'Voice not found',
    });
    expect(prepareVoice).not.toHaveBeenCalled();
  });
});
