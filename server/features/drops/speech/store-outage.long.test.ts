import { afterAll, beforeAll, expect, it } from 'vitest';
import { ObjectStoreUnavailable, ProviderRejected } from '#server/providers/errors.ts';
import { BUSY } from '#server/testing/system/test-system.ts';
import {
  contactsNamed,
  greeting,
  PERSONAL,
  startSpeechTestSystem,
  type SpeechTestSystem,
} from './speech-harness.ts';

let system: SpeechTestSystem;
beforeAll(async () => {
  system = await startSpeechTestSystem();
});
afterAll(() => system.stop());

const full = () => new ObjectStoreUnavailable('The object store cannot be used (QuotaExceeded)');
const refused = () => new ProviderRejected('The object store refused a request (KMS.Disabled)');

/** A node whose object store can be read, and refuses what is written while `failure` is set. */
async function nodeWithStore() {
  const store: { failure: (() => Error) | undefined } = { failure: undefined };
  const node = await system.recordingNode({
    drops: { speechConcurrency: 2 },
    objects: (real) => ({
      ...real,
      put: (...object) => (store.failure ? Promise.reject(store.failure()) : real.put(...object)),
    }),
  });
  return { node, store };
}

it.each([
  ['is full', full],
  ['refuses the request', refused],
])('a store that %s leaves the contacts pending, and no text is paid for twice', async (_name, failure) => {
  const user = await system.web.subscriber('launch');
  const contacts = contactsNamed(12, 12);
  const id = await system.sending(user, PERSONAL, contacts);
  const { node, store } = await nodeWithStore();
  store.failure = failure;
  for (const _round of [1, 2, 3]) await node.drops.handlers.runCampaign(id, BUSY);
  expect(await system.pendingOf(id)).toBe(12);

  store.failure = undefined;
  await node.drops.handlers.runCampaign(id, BUSY);
  await system.finished(node, user, id);
  await system.expectDelivered(id, contacts, greeting);
  expect(node.spoken.toSorted()).toEqual(contacts.map(greeting).toSorted());
});

it('a text of a campaign that was deleted during an outage of the store is not stored later', async () => {
  const user = await system.web.subscriber('launch');
  const [kept, gone] = [contactsNamed(2, 1), contactsNamed(2, 2).slice(1)];
  const id = await system.sending(user, PERSONAL, gone);
  const { node, store } = await nodeWithStore();
  store.failure = full;
  await node.drops.handlers.runCampaign(id, BUSY);
  await system.web.as(user).pause({ id });
  await system.web.as(user).delete({ id });
  await node.drops.handlers.settleCampaign(id);

  store.failure = undefined;
  const before = (await node.engine.objects.list('speech/')).length;
  const other = await system.sending(user, PERSONAL, kept);
  await node.drops.handlers.runCampaign(other, BUSY);
  await system.finished(node, user, other);
  expect((await node.engine.objects.list('speech/')).length).toBe(before + 1);
});
