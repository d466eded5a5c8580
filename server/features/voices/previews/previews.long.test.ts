import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_PREVIEW_ATTEMPTS_AN_HOUR, MAX_PREVIEWS_AN_HOUR } from '#shared/limits.ts';
import { createLocalSpeech } from '#server/emulators/speech/speech.ts';
import { ObjectStoreUnavailable, ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { WAVEFORM_PARTS } from '#shared/voices/recording-quality.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { BUSY, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { begin, BEN, made, MESSAGE, SPOKEN, speakingNode } from './previews-harness.ts';

let system: TestSystem;
let web: Awaited<ReturnType<typeof speakingNode>>;
beforeAll(async () => {
  system = await startTestSystem();
  web = await speakingNode(system);
});
afterAll(() => system.stop());

/** Returns the recordings of a user's previews in the object store. */
const recordingsOf = ({ uid }: SignedInUser) =>
  readdir(join(system.dataDir, 'objects', 'previews', uid)).catch(() => []);

/** Returns how many of a user's previews count towards the limit. */
async function countOf({ uid }: SignedInUser): Promise<number> {
  const counts = web.connection.collection<{ points: number }>('preview_counts');
  return (await counts.findOne({ key: `preview:${uid}` }))?.points ?? 0;
}

describe('a preview', () => {
  test('is spoken once, for three clicks in two processes, with the placeholders filled as in a call', async () => {
    const [user, second] = [await web.subscriber(), await speakingNode(system)];
    const before = web.spoken.length;
    const [one, other] = await Promise.all([begin(web, user), begin(second, user), begin(web, user)]);
    expect(other.preview.id).toBe(one.preview.id);
    const ready = await made(second, user, one.preview.id);
    expect(ready).toMatchObject({ status: 'ready', too_long: false, reason: null });
    // Five words at the pace of the local speech.
    expect(ready.seconds).toBeCloseTo(3, 0);
    expect(ready.waveform).toHaveLength(WAVEFORM_PARTS);
    expect(Math.max(...(ready.waveform ?? []))).toBe(100);
    expect(new URL(ready.url ?? '').pathname).toContain(`/previews/${user.uid}/${ready.id}.mp3`);
    expect((await begin(web, user)).preview.status).toBe('ready');
    expect([...web.spoken.slice(before), ...second.spoken]).toEqual([SPOKEN]);
    expect(await countOf(user)).toBe(1);
    // Its text may contain names.
    const records = await web.connection.collection('previews').find({ userId: user.uid }).toArray();
    expect(JSON.stringify(records)).not.toContain('Ben');
  });

  test('is begun once with a key, whatever was erased or spent since', async () => {
    const user = await web.subscriber();
    const input = { voice_id: `voice-of-${user.uid}`, message: MESSAGE, contact: BEN };
    const { preview } = await web.previewsOf(user, 'k').begin(input);
    const ready = await made(web, user, preview.id);
    await web.objects.delete(`previews/${user.uid}/${preview.id}.mp3`);
    const repeated = await web.previewsOf(user, 'k').begin(input);
    expect(repeated.preview).toMatchObject({ id: preview.id, status: 'ready', seconds: ready.seconds });
    expect(await countOf(user)).toBe(1);
    const other = { ...input, message: 'Another message.' };
    await expect(web.previewsOf(user, 'k').begin(other)).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    });
    await web.previews.erase(user.uid, input.voice_id);
    await expect(web.previewsOf(user, 'k').begin(input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is made again if its recording is gone, or it has expired before a sweep', async () => {
    const [user, clock] = [await web.subscriber(), createTestClock()];
    const node = await speakingNode(system, { clock });
    const { preview } = await begin(node, user);
    await made(node, user, preview.id);
    const losses = [
      () => rm(join(system.dataDir, 'objects', 'previews', user.uid, `${preview.id}.mp3`)),
      async () => clock.advance(73 * 3_600_000),
    ];
    for (const lose of losses) {
      await lose();
      expect((await begin(node, user)).preview.status).toBe('making');
      expect(await made(node, user, preview.id)).toMatchObject({ status: 'ready' });
    }
    expect(node.spoken).toEqual([SPOKEN, SPOKEN, SPOKEN]);
  });

  test('says how long it is, and that carriers may cut it off', async () => {
    const user = await web.subscriber();
    const { preview } = await begin(web, user, 'word '.repeat(200).trim());
    const { seconds, too_long } = await made(web, user, preview.id);
    expect(seconds).toBeCloseTo(81, 0);
    expect(too_long).toBe(true);
  });

  test('is refused for what no campaign would speak, and belongs to its owner', async () => {
    const [user, other] = [await web.subscriber(), await web.subscriber()];
    const call = (node: typeof web, who: SignedInUser, input: object) =>
      node
        .previewsOf(who)
        .begin({ voice_id: `voice-of-${who.uid}`, message: MESSAGE, contact: BEN, ...input })
        .catch((error: unknown) => (error as Error).message);
    expect(await call(web, user, { message: 'Hi {nickname}' })).toBe('Unknown placeholder: {nickname}');
    expect(await call(web, user, { contact: { ...BEN, recommended_phone: '12' } })).toBe(
      'Invalid recommended phone format',
    );
    expect(await call(web, user, { message: '{address2}' })).toBe('The message is empty for this contact');
    expect(await call(web, user, { voice_id: `voice-of-${other.uid}` })).toBe('Voice not found');
    expect(await call(web, user, { voice_id: 'none' })).toBe('Voice not found');
    expect(await call(web, { uid: 'nobody-1', streamId: 's' }, {})).toBe('Subscription Required');
    const { preview } = await begin(web, user);
    await expect(web.previewsOf(other).get({ id: preview.id })).rejects.toThrow('Preview not found');
    await web.previews.idle();
  });

  test('that fails says why, and can be made again', async () => {
    const user = await web.subscriber();
    const errors = [new ProviderUnavailable('busy', '429'), new ProviderRejected('It is not allowed.', 'x')];
    const speech = web.spoken.length;
    const node = await speakingNode(system, {
      speak: () => Promise.reject(errors.shift() ?? new Error('no more')),
    });
    const reasons: (string | null)[] = [];
    for (const _attempt of [1, 2]) {
      const { preview } = await begin(node, user);
      expect(preview.status).toBe('making');
      reasons.push((await made(node, user, preview.id)).reason);
    }
    expect(reasons).toEqual([
      'The message cannot be spoken at the moment. Please try again.',
      'This message cannot be spoken: It is not allowed.',
    ]);
    const { preview } = await begin(web, user);
    expect(await made(web, user, preview.id)).toMatchObject({ status: 'ready', reason: null });
    expect(web.spoken.slice(speech)).toEqual([SPOKEN]);
  });

  test('is limited an hour, whatever is requested at once; only what was spoken anew counts', async () => {
    const user = await web.subscriber();
    const failing = await speakingNode(system, {
      speak: () => Promise.reject(new ProviderRejected('No.', 'x')),
    });
    for (const n of [1, 2, 3]) {
      const { preview } = await begin(failing, user, `Refused ${String(n)}`);
      await made(failing, user, preview.id);
    }
    const outcomes = await Promise.allSettled(
      Array.from({ length: MAX_PREVIEWS_AN_HOUR + 3 }, (_, n) => begin(web, user, `Text ${String(n)}`)),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(3);
    await expect(begin(web, user, 'One more')).rejects.toThrow(
      'You can hear 60 new messages an hour. Please try again in 60 minutes.',
    );
    expect(await countOf(user)).toBe(MAX_PREVIEWS_AN_HOUR);
    const [first] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(await made(web, user, first?.preview.id ?? '')).toMatchObject({ status: 'ready' });
  });
});

describe('the limit of previews', () => {
  test('counts what was spoken although the store refuses it', async () => {
    const user = await web.subscriber();
    const node = await speakingNode(system, {
      objects: (real) => ({ ...real, put: () => Promise.reject(new ObjectStoreUnavailable('It is full.')) }),
    });
    for (const _attempt of [1, 2, 3]) {
      const { preview } = await begin(node, user);
      expect(await made(node, user, preview.id)).toMatchObject({ status: 'failed' });
    }
    expect(node.spoken).toHaveLength(3);
    expect(await countOf(user)).toBe(3);
  });

  test('bounds the attempts too, of which none may have been spoken', async () => {
    const user = await web.subscriber();
    const failing = await speakingNode(system, {
      speak: () => Promise.reject(new ProviderRejected('No.', 'x')),
    });
    await made(failing, user, (await begin(failing, user, 'Attempt 1')).preview.id);
    await web.connection
      .collection('preview_counts')
      .updateOne({ key: `preview-attempt:${user.uid}` }, { $set: { points: MAX_PREVIEW_ATTEMPTS_AN_HOUR } });
    await expect(begin(failing, user, 'Attempt 2')).rejects.toThrow(
      /^You can request 300 messages an hour\. Please try again in/,
    );
    expect(failing.spoken).toEqual(['Attempt 1']);
  });

  test('leaves the provider to others, however many previews of a user wait', async () => {
    const [user, other] = [await web.subscriber(), await web.subscriber()];
    const end = deferred();
    const node = await speakingNode(system, {
      speak: (voice, text) =>
        text.startsWith('Long')
          ? end.promise.then(() => Buffer.alloc(0))
          : createLocalSpeech().speak(voice, text),
    });
    for (let n = 0; n < 10; n++) await begin(node, user, `Long ${String(n)}`);
    const { preview } = await begin(node, other);
    expect(await made(node, other, preview.id)).toMatchObject({ status: 'ready' });
    end.resolve();
    await node.previews.idle();
  });
});

describe('a campaign', () => {
  const campaignOf = async (user: SignedInUser) => {
    const contacts = deliverableContacts(2).map((one, n) => ({ ...one, first_name: ['Ben', 'Cy'][n] ?? '' }));
    const { campaign } = await web.as(user).create({ ...draftOf(user, contacts), message: MESSAGE });
    return campaign.id;
  };
  const run = async (user: SignedInUser, id: string, node: typeof web) => {
    await web.as(user).execute({ id });
    await node.drops.handlers.runCampaign(id, BUSY);
  };

  test('speaks to a contact what its owner has heard, without having it spoken again', async () => {
    const [user, node] = [await web.subscriber(), await speakingNode(system)];
    const { preview } = await begin(web, user);
    await made(web, user, preview.id);
    const id = await campaignOf(user);
    await run(user, id, node);
    expect(node.spoken).toEqual(['Hello Cy, this is Hark.']);
  });

  test('has each of its contacts’ messages heard, from its own recordings, which do not count', async () => {
    const [user, node] = [await web.subscriber(), await speakingNode(system)];
    const id = await campaignOf(user);
    await run(user, id, node);
    const spoken = web.spoken.length;
    const previews = web.previewsOf(user);
    const draft = await begin(web, user, MESSAGE, { ...BEN, first_name: 'cy' });
    expect(await made(web, user, draft.preview.id)).toMatchObject({ status: 'ready' });
    for (const contact of [1, 2]) {
      const { preview } = await previews.beginOfCampaign({ id, contact });
      expect(await made(web, user, preview.id)).toMatchObject({ status: 'ready' });
    }
    expect(web.spoken.length).toBe(spoken);
    expect(await countOf(user)).toBe(0);
    await expect(previews.beginOfCampaign({ id, contact: 3 })).rejects.toThrow('Contact not found');
    const other = await web.subscriber();
    await expect(web.previewsOf(other).beginOfCampaign({ id })).rejects.toThrow('Campaign not found');
  });

  test('whose voice was deleted says so', async () => {
    const user = await web.subscriber();
    const voice = { id: 'deleted', title: 'Deleted', providerVoiceId: 'provider-deleted' };
    const before = await speakingNode(system, {
      deps: (real) => ({
        ...real,
        voices: {
          find: () => Promise.resolve({ kind: 'own', voice }),
          ownership: () => Promise.resolve('own'),
        },
      }),
    });
    const draft = { ...draftOf(user, deliverableContacts(1)), voice_id: voice.id };
    const { campaign } = await before.as(user).create(draft);
    const { preview } = await web.previewsOf(user).beginOfCampaign({ id: campaign.id });
    const failed = { status: 'failed', reason: 'This voice was deleted.' };
    expect(await made(web, user, preview.id)).toMatchObject(failed);
  });

  test('takes the previews in its voice with it, when it is deleted', async () => {
    const user = await web.subscriber();
    const id = await campaignOf(user);
    const { preview } = await web.previewsOf(user).beginOfCampaign({ id });
    await made(web, user, preview.id);
    expect(await recordingsOf(user)).toHaveLength(1);
    await web.as(user).delete({ id });
    await web.drops.handlers.settleCampaign(id);
    await expect(web.previewsOf(user).get({ id: preview.id })).rejects.toThrow('Preview not found');
    expect(await recordingsOf(user)).toEqual([]);
  });
});

test('a preview expires although very many wait to be made', async () => {
  const [user, other, clock] = [await web.subscriber(), await web.subscriber(), createTestClock()];
  const node = await speakingNode(system, { clock });
  const { preview } = await begin(node, user);
  await made(node, user, preview.id);
  clock.advance(73 * 3_600_000);
  // Made by a process that is busy.
  const waiting = Array.from({ length: 500 }, (_, n) => ({
    _id: `waiting-${String(n)}` as never,
    userId: other.uid,
    voiceId: 'none',
    state: 'making',
    attempts: 0,
    dueAt: new Date(n),
  }));
  const previews = node.connection.collection('previews');
  await previews.insertMany(waiting);
  await node.previews.sweep();
  await previews.deleteMany({ userId: other.uid });
  expect(await recordingsOf(user)).toEqual([]);
  await node.previews.idle();
});

test('a preview expires after three days, with its recording', async () => {
  const [user, clock] = [await web.subscriber(), createTestClock()];
  const node = await speakingNode(system, { clock });
  const { preview } = await begin(node, user);
  await made(node, user, preview.id);
  clock.advance(71 * 3_600_000);
  await node.previews.sweep();
  expect(await recordingsOf(user)).toHaveLength(1);
  clock.advance(2 * 3_600_000);
  await node.previews.sweep();
  expect(await recordingsOf(user)).toEqual([]);
  expect(await node.connection.collection('previews').countDocuments({ userId: user.uid })).toBe(0);
});
