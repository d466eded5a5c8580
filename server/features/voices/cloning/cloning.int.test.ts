import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#shared/time-units.ts';
import { ProviderAccountFault, ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { startVoices, upload } from '../voices-harness.ts';

/** A process that died holds its attempt no longer than this. */
const LEASE_MS = 16 * SECOND_MS;

const busy = () => Promise.reject(new ProviderUnavailable('Too many requests', 'system_busy'));
const refused = () => Promise.reject(new ProviderRejected('No voice was found.', 'voice_not_detected'));
const full = () =>
  Promise.reject(new ProviderAccountFault('The voice service is full.', 'voice_limit_reached'));
/** The process dies. */
const dead = () => new Promise<never>(() => undefined);

/** MPEG 1 layer III, 44.1 kHz: a frame has 1,152 samples. */
function silentMp3(seconds: number): Buffer {
  const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc4]), Buffer.alloc(413)]);
  return Buffer.concat(Array<Buffer>(Math.ceil((seconds * 44_100) / 1_152)).fill(frame));
}

describe('cloning a voice', () => {
  let running: Awaited<ReturnType<typeof startVoices>>;
  beforeAll(async () => {
    running = await startVoices();
  });
  afterAll(() => running.stop());

  /** Uploads a voice whose library has been read once, as a client does. */
  async function accepted(uid: string): Promise<string> {
    const vid = await upload(running.as(uid));
    await running.as(uid).confirmUpload({ id: vid });
    return vid;
  }
  async function statusOf(uid: string, vid: string) {
    const { status, status_message } = (await running.as(uid).metadata({ id: vid })).voice_metadata;
    return [status, status_message];
  }
  const clonesOf = async (vid: string) => (await running.speech.findVoices(vid)).map(({ id }) => id);
  /** Begins the jobs of a process that dies in one of them. */
  async function dieInJobs(at: Promise<void>) {
    void running.runJobs();
    await at;
  }

  test('begins with the upload and ends in a job', async () => {
    const vid = await accepted('ann');
    expect(await statusOf('ann', vid)).toEqual(['processing', '']);
    await running.runJobs();
    expect(await statusOf('ann', vid)).toEqual(['ready', '']);
    expect(await running.voices.voices.find('ann', vid)).toMatchObject({ kind: 'own', voice: { id: vid } });
    expect(await clonesOf(vid)).toHaveLength(1);
  });

  test('tells what makes the recording a poor sample, and refuses silence', async () => {
    const vid = await accepted('short');
    await running.runJobs();
    const { voice_metadata } = await running.as('short').metadata({ id: vid });
    expect(voice_metadata).toMatchObject({
      status: 'ready',
      warnings: ['The recording is only 1 second long. Speak for 5 seconds or more.'],
    });

    const silence = await upload(running.as('short'), {}, silentMp3(4));
    await running.as('short').list();
    await running.runJobs();
    expect(await statusOf('short', silence)).toEqual(['failed', 'The recording is silent.']);
    // A tiny file is tried, as the provider decides.
    const tiny = await upload(running.as('short'), {}, silentMp3(0.2));
    await running.as('short').list();
    await running.runJobs();
    expect(await statusOf('short', tiny)).toEqual(['ready', '']);
  });

  test('is done by a campaign that is faster than the job', async () => {
    const vid = await upload(running.as('quick'));
    expect(await running.voices.voices.find('quick', vid)).toMatchObject({ kind: 'own', voice: { id: vid } });
    await running.runJobs();
    expect(await statusOf('quick', vid)).toEqual(['ready', '']);
    expect(await clonesOf(vid)).toHaveLength(1);
  });

  test('a refusal makes the voice fail with its reason until it is retried', async () => {
    const vid = await accepted('mute');
    running.speech.respond(refused);
    await running.runJobs();
    expect(await statusOf('mute', vid)).toEqual(['failed', 'No voice was found.']);
    await expect(running.voices.voices.find('mute', vid)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'This voice cannot be used: No voice was found.',
    });
    running.clock.advance(60 * MINUTE_MS);
    await running.sweep();
    expect(await clonesOf(vid)).toEqual([]);

    expect(await running.as('mute').retry({ id: vid })).toMatchObject({ voice: { status: 'processing' } });
    await running.as('mute').retry({ id: vid });
    await running.runJobs();
    expect(await statusOf('mute', vid)).toEqual(['ready', '']);
    expect(await running.as('mute').retry({ id: vid })).toMatchObject({ voice: { status: 'ready' } });
    expect(await clonesOf(vid)).toHaveLength(1);
  });

  test('a clone whose title holds the id of another voice is not taken for that voice', async () => {
    const vid = await accepted('victim');
    running.speech.respond(busy);
    await running.runJobs();
    const title = `Voice (${vid})`;
    const other = await upload(running.as('other-user'), { title }, silentMp3(0.2));
    expect(await running.voices.voices.find('other-user', other)).toMatchObject({ kind: 'own' });
    const [strange] = await clonesOf(other);
    running.clock.advance(MINUTE_MS);
    const found = await running.voices.voices.find('victim', vid);
    if (found.kind !== 'own') throw new Error(found.kind);
    expect(found.voice.providerVoiceId).not.toBe(strange);

    await running.as('victim').remove({ id: vid });
    await running.runJobs();
    expect(await clonesOf(other)).toEqual([strange]);
  });

  test('a provider that is busy for a minute is asked again, ever later', async () => {
    const vid = await accepted('patient');
    running.speech.respond(busy, busy, busy, busy);
    await running.runJobs();
    const waiting = ['processing', 'The voice service is busy. Hark tries again by itself.'];
    expect(await statusOf('patient', vid)).toEqual(waiting);
    await expect(running.voices.voices.find('patient', vid)).rejects.toMatchObject({ code: 'CONFLICT' });
    // As it has not failed, this changes nothing.
    await running.as('patient').retry({ id: vid });
    await running.sweep();
    // The campaign's attempt was the second.
    for (const seconds of [10, 20]) {
      running.clock.advance((seconds - 1) * SECOND_MS);
      await running.sweep();
      expect(await statusOf('patient', vid)).toEqual(waiting);
      running.clock.advance(SECOND_MS);
      await running.sweep();
    }
    expect(await clonesOf(vid)).toEqual([]);
    running.clock.advance(40 * SECOND_MS);
    await running.sweep();
    expect(await statusOf('patient', vid)).toEqual(['ready', '']);
    expect(await clonesOf(vid)).toHaveLength(1);
  });

  test('a limit of our account keeps the recording until there is room', async () => {
    const vid = await accepted('crammed');
    running.speech.respond(full, full);
    await running.runJobs();
    const waiting = 'The voice service is full. Your recording is kept, and Hark tries again by itself.';
    expect(await statusOf('crammed', vid)).toEqual(['processing', waiting]);
    expect(running.alarms.splice(0)).toMatchObject([{ vid, err: { vendorCode: 'voice_limit_reached' } }]);
    await expect(running.voices.voices.find('crammed', vid)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `This voice is still being prepared. ${waiting}`,
    });
    running.clock.advance(10 * MINUTE_MS);
    await running.sweep();
    expect(await statusOf('crammed', vid)).toEqual(['ready', '']);
    expect(await clonesOf(vid)).toHaveLength(1);
  });

  test('a clone that waits for a verification is not ready, and is the voice afterwards', async () => {
    const vid = await accepted('doubted');
    running.speech.respond(() => Promise.resolve('unverified'));
    await running.runJobs();
    expect(await statusOf('doubted', vid)).toEqual([
      'processing',
      'The voice service wants to verify this voice first. Your recording is kept, and Hark tries again by itself.',
    ]);
    await expect(running.voices.voices.find('doubted', vid)).rejects.toMatchObject({ code: 'CONFLICT' });
    const [clone] = await clonesOf(vid);
    running.speech.unverified.clear();
    running.clock.advance(10 * MINUTE_MS);
    await running.sweep();
    expect(await statusOf('doubted', vid)).toEqual(['ready', '']);
    expect(await clonesOf(vid)).toEqual([clone]);
    expect(await running.voices.voices.find('doubted', vid)).toMatchObject({
      voice: { providerVoiceId: clone },
    });
  });

  test('a provider that is busy for hours is asked every ten minutes', async () => {
    const vid = await accepted('hours');
    running.speech.respond(...Array.from({ length: 12 }, () => busy));
    await running.runJobs();
    for (let attempts = 1; attempts <= 12; attempts++) {
      expect((await statusOf('hours', vid))[0]).toBe('processing');
      running.clock.advance(10 * MINUTE_MS);
      await running.sweep();
    }
    expect(await statusOf('hours', vid)).toEqual(['ready', '']);
  });

  test('many jobs and campaigns at once make one clone', async () => {
    const vid = await accepted('crowd');
    const advance = () => running.voices.handlers.advanceVoice(vid);
    const find = () => running.voices.voices.find('crowd', vid);
    await Promise.all([advance(), find(), advance(), find(), advance()]);
    expect(await clonesOf(vid)).toHaveLength(1);
    expect(await statusOf('crowd', vid)).toEqual(['ready', '']);
  });

  test('a process that dies before the provider is asked delays the clone', async () => {
    const vid = await accepted('early');
    const asked = deferred();
    running.speech.respond(() => {
      asked.resolve();
      return dead();
    });
    await dieInJobs(asked.promise);
    await running.sweep();
    expect(await statusOf('early', vid)).toEqual(['processing', '']);
    running.clock.advance(LEASE_MS);
    await running.sweep();
    expect(await statusOf('early', vid)).toEqual(['ready', '']);
    expect(await clonesOf(vid)).toHaveLength(1);
  });

  test('a clone made by a process that died is found again', async () => {
    const vid = await accepted('late');
    const { cloneVoice } = running.speech;
    const made = deferred();
    vi.spyOn(running.speech, 'cloneVoice').mockImplementationOnce(async (name) => {
      // The provider made two, as the first response was lost.
      await cloneVoice(name);
      await cloneVoice(name);
      made.resolve();
      return dead();
    });
    await dieInJobs(made.promise);
    const [clone] = await clonesOf(vid);
    running.clock.advance(LEASE_MS);
    await running.sweep();
    expect(await statusOf('late', vid)).toEqual(['ready', '']);
    expect(await clonesOf(vid)).toEqual([clone]);
    expect(await running.voices.voices.find('late', vid)).toMatchObject({
      voice: { providerVoiceId: clone },
    });
  });

  test('a worker that stops before the provider is asked leaves the clone to another at once', async () => {
    const vid = await accepted('stopped');
    const stopping = new AbortController();
    const { read } = running.objects;
    vi.spyOn(running.objects, 'read').mockImplementationOnce((key) => {
      stopping.abort();
      return read(key);
    });
    await running.runJobs(stopping.signal);
    expect(await statusOf('stopped', vid)).toEqual(['processing', '']);
    expect(await clonesOf(vid)).toEqual([]);
    await running.runJobs();
    expect(await statusOf('stopped', vid)).toEqual(['ready', '']);
    expect(await clonesOf(vid)).toHaveLength(1);
    expect((await running.model.findById(vid).lean())?.clone?.count).toBe(1);
  });

  test('a worker that stops while the provider is asked stores the clone, which is made once', async () => {
    const vid = await accepted('asking');
    const stopping = new AbortController();
    const [asked, response] = [deferred(), deferred()];
    running.speech.respond(() => {
      asked.resolve();
      return response.promise;
    });
    const stopped = running.runJobs(stopping.signal);
    await asked.promise;
    stopping.abort();
    // Another worker, which the stop has told to look for work.
    await running.voices.handlers.advanceVoice(vid);
    expect(await statusOf('asking', vid)).toEqual(['processing', '']);
    response.resolve();
    await stopped;
    await running.sweep();
    expect(await statusOf('asking', vid)).toEqual(['ready', '']);
    expect(await clonesOf(vid)).toHaveLength(1);
  });

  test('a voice deleted while it is cloned leaves no clone', async () => {
    const vid = await accepted('gone');
    const [asked, response] = [deferred(), deferred()];
    running.speech.respond(() => {
      asked.resolve();
      return response.promise;
    });
    const jobs = running.runJobs();
    await asked.promise;
    await running.as('gone').remove({ id: vid });
    response.resolve();
    await jobs;
    await running.runJobs();
    expect(await clonesOf(vid)).toEqual([]);
  });

  test('a clone that is made after its voice was erased is deleted', async () => {
    const vid = await accepted('erased');
    running.clock.advance(11 * MINUTE_MS);
    const [asked, response] = [deferred(), deferred()];
    running.speech.respond(() => {
      asked.resolve();
      return response.promise;
    });
    const jobs = running.runJobs();
    await asked.promise;
    await running.as('erased').remove({ id: vid });
    running.clock.advance(LEASE_MS);
    await running.sweep();
    expect(await running.model.findById(vid).lean()).toBeNull();
    response.resolve();
    await jobs;
    expect(await clonesOf(vid)).toEqual([]);
  });

  test('a clone made by a process that died is deleted with its voice', async () => {
    const vid = await accepted('lost');
    running.clock.advance(11 * MINUTE_MS);
    const { cloneVoice } = running.speech;
    const made = deferred();
    vi.spyOn(running.speech, 'cloneVoice').mockImplementationOnce(async (name) => {
      await running.as('lost').remove({ id: vid });
      await running.sweep();
      // The record is kept while the attempt may still make a clone.
      expect(await running.model.findById(vid).lean()).not.toBeNull();
      await cloneVoice(name);
      made.resolve();
      return dead();
    });
    await dieInJobs(made.promise);
    expect(await clonesOf(vid)).toHaveLength(1);
    running.clock.advance(LEASE_MS);
    await running.sweep();
    expect(await clonesOf(vid)).toEqual([]);
    expect(await running.model.findById(vid).lean()).toBeNull();
  });

  test('a voice of an earlier version is cloned by a sweep', async () => {
    const vid = await accepted('old');
    await running.model.updateOne({ _id: vid }, { $unset: { clone: 1 } });
    expect(await statusOf('old', vid)).toEqual(['processing', '']);
    await running.sweep();
    expect(await statusOf('old', vid)).toEqual(['ready', '']);
  });
});
