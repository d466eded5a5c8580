import { expect, test } from 'vitest';
import type { CampaignsDeps } from './campaigns-deps.ts';
import { createCampaignMessages } from './campaign-message.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';

const CAMPAIGN = {
  _id: 'c',
  total: 10,
  unusedSeqs: [],
  message: 'Hello {{first_name}}',
  voiceId: 'v',
  voiceTitle: 'Ann',
  providerVoiceId: 'provider',
};

function messagesOf(campaign: object | undefined, contacts: object[] = [{ first_name: 'Bob' }]) {
  const { calls, recorded } = createCallRecorder();
  const deps = {
    campaigns: recorded('campaigns', { findOwned: () => Promise.resolve(campaign) }),
    contacts: recorded('contacts', { page: () => Promise.resolve(contacts) }),
  } as unknown as CampaignsDeps;
  return { messages: createCampaignMessages(deps), calls };
}

test('the message of a contact is that of its position in the list, the first being 1', async () => {
  const { messages, calls } = messagesOf(CAMPAIGN);
  const found = await messages.find('u', { id: 'Spring', contact: 4 });
  expect(found).toMatchObject({ contact: { first_name: 'Bob' } });
  expect(JSON.stringify(found)).toContain('Hello {{first_name}}');
  expect(calls).toEqual([
    ['campaigns.findOwned', 'u', 'Spring'],
    ['contacts.page', { id: 'c', total: 10, unusedSeqs: [] }, 3, 1],
  ]);
});

test('a campaign of somebody else, one whose contacts are erased and a contact that is gone are not found', async () => {
  const missing = { code: 'NOT_FOUND' };
  const at = { id: 'c', contact: 1 };
  await expect(messagesOf(undefined).messages.find('u', at)).rejects.toMatchObject(missing);
  await expect(messagesOf(undefined).messages.assertOwn('u', 'c')).rejects.toMatchObject(missing);
  const erased = messagesOf({ ...CAMPAIGN, contactsErasedAt: new Date() });
  await expect(erased.messages.find('u', at)).rejects.toMatchObject(missing);
  await expect(messagesOf(CAMPAIGN, []).messages.find('u', at)).rejects.toMatchObject(missing);
  await expect(messagesOf(CAMPAIGN).messages.assertOwn('u', 'c')).resolves.toBeUndefined();
});
