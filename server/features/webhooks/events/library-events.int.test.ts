import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIndexes } from '#server/app/database/indexes.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#server/testing/http/webhook-receiver.ts';
import { startWebhooks, type WebhooksHarness } from '#server/features/webhooks/testing/webhooks-harness.ts';

let system: WebhooksHarness;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [system, receiver] = await Promise.all([startWebhooks(), startWebhookReceiver()]);
  const { voices, contactLists } = system.features;
  await createIndexes(voices, contactLists);
});
afterAll(async () => {
  await receiver.close();
  await system.stop();
});

/** Stores a voice as an attempt to clone it leaves it. */
async function endVoice(userId: string, slot: number, clone: { endedAt?: Date; failure?: string }) {
  const [model] = system.features.voices.models;
  const _id = newId();
  const now = system.clock.now();
  const made = clone.failure === undefined && { providerVoiceId: 'p' };
  const about = { title: 'Ana', description: 'At the desk', avatar: 0, createdAt: now, uploadUntil: now };
  await model.create({
    _id,
    userId,
    slot,
    state: 'active',
    ...about,
    clone: { count: 1, ...clone },
    ...made,
  });
  return _id;
}

async function storeList(userId: string, more: { status?: 'building'; readyAt?: Date }) {
  const [model] = system.features.contactLists.models;
  const [_id, now] = [newId(), system.clock.now()];
  const consent = {
    basis: 'written_consent' as const,
    own_words: null,
    obtained_at: '2026-01-05',
    source: 'Form',
  };
  const counts = { size: 2, reserved: 0, version: 1, columns: [], ownColumns: [], readers: [] };
  const times = { createdAt: now, updatedAt: now };
  await model.create({
    _id,
    userId,
    name: _id,
    liveName: _id,
    status: 'ready' as const,
    consent,
    ...counts,
    ...times,
    ...more,
  });
  return _id;
}

/** Searches after a while, and returns what has arrived there, by its number. */
async function sent(path: string) {
  system.clock.advance(10_000);
  await system.webhooks.sweep();
  await system.webhooks.loop.drain();
  const events = receiver.events(path).sort((one, other) => (one.sequence ?? 0) - (other.sequence ?? 0));
  return events.map((event) => {
    if (event.type === 'list.ready') return [event.type, event.data.list.id];
    if (event.type === 'voice.ready' || event.type === 'voice.failed')
      return [event.type, event.data.voice.vid];
    return [event.type];
  });
}

it('voices that became ready or failed and lists that became ready are each sent once, in their order', async () => {
  const { user } = await system.newEndpoint(receiver.url('/all'), ['voice.*', 'list.*']);
  const at = (ms: number) => new Date(system.clock.now().getTime() + ms);
  const failed = await endVoice(user.uid, 0, { endedAt: at(3), failure: 'The recording is silent.' });
  const list = await storeList(user.uid, { readyAt: at(2) });
  const ready = await endVoice(user.uid, 1, { endedAt: at(1) });
  await endVoice(user.uid, 2, {});
  await storeList(user.uid, { status: 'building' });
  await endVoice(newId(), 0, { endedAt: at(1) });
  const expected = [
    ['voice.ready', ready],
    ['list.ready', list],
    ['voice.failed', failed],
  ];
  expect(await sent('/all')).toEqual(expected);
  for (let n = 0; n < 20; n += 1) expect(await sent('/all')).toEqual(expected);
});

it('a voice that is tried again is sent again, and a fact that is written late is not missed', async () => {
  const { user } = await system.newEndpoint(receiver.url('/again'), ['voice.ready', 'voice.failed']);
  const vid = await endVoice(user.uid, 0, { endedAt: system.clock.now(), failure: 'Refused' });
  expect(await sent('/again')).toEqual([['voice.failed', vid]]);
  const [model] = system.features.voices.models;
  const before = new Date(system.clock.now().getTime() - 1_000);
  await model.updateOne(
    { _id: vid },
    { $set: { providerVoiceId: 'p', 'clone.endedAt': before }, $unset: { 'clone.failure': 1 } },
  );
  expect(await sent('/again')).toEqual([
    ['voice.failed', vid],
    ['voice.ready', vid],
  ]);
});

it('an endpoint is sent nothing of before it took these events', async () => {
  const { user, api, id } = await system.newEndpoint(receiver.url('/later'), ['suppression.added']);
  await endVoice(user.uid, 0, { endedAt: system.clock.now() });
  expect(await sent('/later')).toEqual([]);
  await api.update({ id, events: ['voice.ready'] });
  expect(await sent('/later')).toEqual([]);
  const vid = await endVoice(user.uid, 1, { endedAt: system.clock.now() });
  expect(await sent('/later')).toEqual([['voice.ready', vid]]);
});
