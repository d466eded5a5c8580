import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';

let system: TestSystem;
let node: CampaignNode;
let onFind: (voiceId: string) => Promise<void> = () => Promise.resolve();
const deleted = new Set<string>();
beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({
    carrier: silentCarrier,
    deps: (real) => ({
      ...real,
      voices: {
        async find(_uid, id) {
          await onFind(id);
          return { kind: 'own', voice: { id, title: id, providerVoiceId: `provider-${id}` } };
        },
        ownership: (_uid, id) => Promise.resolve(deleted.has(id) ? 'unknown' : 'own'),
      },
    }),
  });
});
afterAll(() => system.stop());

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

test('what another request has changed before stays when a change is undone', async () => {
  const user = await node.subscriber('dominate');
  const draft = { ...draftOf(user, deliverableContacts(1)), voice_id: 'old', drop_date: inDays(1) };
  const { id } = (await node.as(user).create(draft)).campaign;
  const postponed = inDays(9);
  // The voice is cloned at the speech provider meanwhile, which takes seconds.
  onFind = async (voiceId) => {
    if (voiceId !== 'new') return;
    onFind = () => Promise.resolve();
    await node.as(user).update({ id, drop_date: postponed, message: 'Corrected message' });
  };
  deleted.add('new');
  const change = { id, voice_id: 'new', drop_date: inDays(5), message: 'Third message' };
  await expect(node.as(user).update(change)).rejects.toMatchObject({ message: 'Voice not found' });
  expect((await node.as(user).get({ id })).campaign).toMatchObject({
    voice_id: 'old',
    message: 'Corrected message',
    drop_date: postponed,
  });
});
