import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#shared/time-units.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { RECORDING, startVoices, upload } from './voices-harness.ts';

describe('the voice library', () => {
  let running: Awaited<ReturnType<typeof startVoices>>;
  beforeAll(async () => {
    running = await startVoices();
  });
  afterAll(() => running.stop());

  /** Returns the id of the user's voice at the speech provider. */
  async function cloneOf(uid: string, vid: string): Promise<string> {
    const found = await running.voices.voices.find(uid, vid);
    return found.kind === 'own' ? found.voice.providerVoiceId : expect.fail();
  }

  /** Stores a message that its owner has heard in a voice. Returns the key of the recording. */
  async function addPreview(userId: string, voiceId: string): Promise<string> {
    const _id = createHash('sha256').update(voiceId).digest('hex');
    const ready = { state: 'ready', attempts: 1, dueAt: new Date(running.clock.now().getTime() + DAY_MS) };
    const previews = running.model.db.collection<{ _id: string }>('previews');
    await previews.insertOne({ _id, userId, voiceId, ...ready } as { _id: string });
    await running.objects.put(`previews/${userId}/${_id}.mp3`, RECORDING, 'audio/mpeg');
    return `previews/${userId}/${_id}.mp3`;
  }

  test('returns and updates a voice', async () => {
    const call = running.as('ann');
    const vid = await upload(call, { title: 'Ann' });
    expect(await call.metadata({ id: vid })).toMatchObject({
      voice_metadata: { vid, title: 'Ann', description: '' },
    });
    await call.update({ id: vid, description: 'Warm', avatar: 2 });
    await call.update({ id: vid, title: '' });
    expect(await call.metadata({ id: vid })).toMatchObject({
      voice_metadata: { title: 'Untitled', description: 'Warm', avatar: 2 },
    });
  });

  test('plays through a link that expires', async () => {
    const call = running.as('player');
    const { url, stream_url, expires_in } = await call.stream({ id: await upload(call) });
    expect(stream_url).toBe(url);
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(RECORDING);
    running.clock.advance(expires_in * 1000);
    expect((await fetch(url)).status).toBe(403);
  });

  test('deleting a voice removes its recording and clone and frees its slot', async () => {
    const call = running.as('leaver');
    const vid = await upload(call);
    const providerVoiceId = await cloneOf('leaver', vid);
    const record = await running.model.findById(vid).lean();
    const heard = await addPreview('leaver', vid);
    running.clock.advance(11 * MINUTE_MS);

    expect(await call.remove({ id: vid })).toMatchObject({ success: true });
    expect(await call.list()).toEqual({ voices: [], remaining: 4 });
    await running.runJobs();
    expect(await running.objects.stat(record?.objectKey ?? '')).toBeUndefined();
    expect([...running.speech.clones.keys()]).not.toContain(providerVoiceId);
    expect(await running.objects.stat(heard)).toBeUndefined();
    expect(await running.model.findById(vid).lean()).toBeNull();
    for (const gone of [call.remove, call.metadata, call.stream, call.update]) {
      await expect(gone({ id: vid })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  test('a voice whose clone the provider has deleted already can be deleted', async () => {
    const call = running.as('late-leaver');
    const vid = await upload(call);
    await cloneOf('late-leaver', vid);
    running.clock.advance(11 * MINUTE_MS);
    const gone = vi.spyOn(running.speech, 'deleteVoice');
    gone.mockRejectedValueOnce(new ProviderRejected('This voice does not exist.', 'voice_not_found'));
    await call.remove({ id: vid });
    await running.runJobs();
    expect(await running.model.findById(vid).lean()).toBeNull();
    gone.mockRestore();
  });

  test('a recording posted again after the deletion is removed by the sweep', async () => {
    const call = running.as('insistent');
    const vid = await upload(call);
    const { uploadKey = '' } = (await running.model.findById(vid).lean()) ?? {};
    await call.remove({ id: vid });
    await running.objects.put(uploadKey, RECORDING, 'audio/mpeg');
    running.clock.advance(11 * MINUTE_MS);
    await running.sweep();
    expect(await running.objects.stat(uploadKey)).toBeUndefined();
    expect(await running.model.findById(vid).lean()).toBeNull();
  });

  test('a deletion outlasts a provider and a store that are down', async () => {
    const call = running.as('unlucky');
    const vid = await upload(call);
    const clone = await cloneOf('unlucky', vid);
    const { objectKey = '' } = (await running.model.findById(vid).lean()) ?? {};
    running.clock.advance(11 * MINUTE_MS);
    const down = () => Promise.reject(new ProviderUnavailable('Too many requests'));
    const store = vi.spyOn(running.objects, 'delete').mockImplementationOnce(down);
    const speech = vi.spyOn(running.speech, 'deleteVoice').mockImplementationOnce(down);
    await call.remove({ id: vid });
    expect(await call.list()).toEqual({ voices: [], remaining: 4 });
    for (const sweep of [running.runJobs, running.sweep, running.sweep]) {
      expect(await running.model.findById(vid).lean()).toMatchObject({ state: 'deleted' });
      await sweep.call(running);
    }
    for (const spy of [store, speech]) spy.mockRestore();
    expect(await running.objects.stat(objectKey)).toBeUndefined();
    expect([...running.speech.clones.keys()]).not.toContain(clone);
    expect(await running.model.findById(vid).lean()).toBeNull();
  });

  test('a voice that a campaign still needs cannot be deleted', async () => {
    const call = running.as('busy');
    const vid = await upload(call);
    running.openCampaigns.set(vid, 'Spring sale');
    await expect(call.remove({ id: vid })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('"Spring sale" still uses this voice') as unknown,
    });
    expect(await call.list()).toMatchObject({ voices: [{ vid }], remaining: 3 });

    running.openCampaigns.delete(vid);
    await call.remove({ id: vid });
    expect((await call.list()).remaining).toBe(4);
  });

  test.each([
    ['before its uses were checked', { $set: { state: 'deleting' as const } }],
    ['after its slot was freed', { $set: { state: 'deleted' as const }, $unset: { slot: 1 as const } }],
  ])('a deletion interrupted by a crash %s is finished by a sweep', async (_when, change) => {
    const call = running.as('crashed');
    const vid = await upload(call);
    await call.list();
    const { objectKey = '' } = (await running.model.findById(vid).lean()) ?? {};
    await running.model.updateOne({ _id: vid }, change);
    running.clock.advance(11 * MINUTE_MS);
    await running.sweep();
    expect(await running.model.findById(vid).lean()).toBeNull();
    expect(await running.objects.stat(objectKey)).toBeUndefined();
    expect((await call.list()).remaining).toBe(4);
  });

  test('a deletion interrupted by a crash restores a voice that a campaign needs', async () => {
    const vid = await upload(running.as('rescued'));
    await running.model.updateOne({ _id: vid }, { $set: { state: 'deleting' } });
    running.openCampaigns.set(vid, 'Spring sale');
    await running.sweep();
    expect(await running.as('rescued').list()).toMatchObject({ voices: [{ vid }] });
  });

  test('concurrent campaigns get a voice that is cloned once', async () => {
    const vid = await upload(running.as('speaker'), { title: 'Speaker' });
    const before = running.speech.clones.size;
    expect(await running.voices.voices.ownership('speaker', vid)).toBe('own');
    expect(await running.voices.voices.ownership('listener', vid)).toBe('foreign');
    expect(running.speech.clones.size).toBe(before);
    const found = await Promise.all(Array.from({ length: 5 }, () => cloneOf('speaker', vid)));
    expect(new Set(found).size).toBe(1);
    expect(running.speech.clones.size).toBe(before + 1);
    expect([...running.speech.clones.keys()]).toContain(found[0]);
    expect(await cloneOf('speaker', vid)).toBe(found[0]);
  });

  test('other users’ voices respond 404, whatever the rest of the input', async () => {
    const vid = await upload(running.as('owner'));
    const [otherUser, anonymous] = [running.as('thief'), running.anonymous()];
    const wrong = { id: vid, title: 7 } as never;
    for (const name of ['metadata', 'stream', 'update', 'remove', 'confirmUpload'] as const) {
      await expect(otherUser[name](wrong)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(anonymous[name](wrong)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
    expect(await running.voices.voices.find('thief', vid)).toEqual({ kind: 'foreign' });
    expect(await running.voices.voices.ownership('owner', vid)).toBe('own');
    expect(await running.voices.voices.ownership('owner', 'unknown')).toBe('unknown');
    expect(await otherUser.list()).toEqual({ voices: [], remaining: 4 });
  });
});
