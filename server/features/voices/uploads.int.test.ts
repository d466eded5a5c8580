import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { MAX_OPEN_UPLOADS } from '#shared/limits.ts';
import { melodyMp3 } from '#server/emulators/speech/tone.ts';
import { formOf, post } from '#server/providers/objects/contract.ts';
import { ObjectStoreUnavailable } from '#server/providers/errors.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { RECORDING, startVoices, upload } from './voices-harness.ts';

const FILE = { file_name: 'voice.mp3', file_type: 'audio/mpeg' };

describe('uploading voices', () => {
  let running: Awaited<ReturnType<typeof startVoices>>;
  beforeAll(async () => {
    running = await startVoices();
  });
  afterAll(() => running.stop());

  test('a voice becomes active once its file has arrived, without another API call', async () => {
    const call = running.as('ann');
    const { message, vid } = await call.beginUpload({ ...FILE, title: ' Ann ', description: 'Warm' });
    expect(await call.list()).toEqual({ voices: [], remaining: 3 });
    await post(message, Buffer.from(RECORDING));
    const { voices, remaining } = await call.list();
    expect(voices).toEqual([
      {
        vid,
        title: 'Ann',
        description: 'Warm',
        avatar: 0,
        uploaded_on: running.clock.now().toISOString(),
        status: 'processing',
        status_message: '',
        warnings: [],
      },
    ]);
    expect(remaining).toBe(3);
    expect(await running.voices.list('ann')).toEqual(voices);
  });

  test('a recording cannot be replaced after it was accepted', async () => {
    const call = running.as('replacer');
    const { message, vid } = await call.beginUpload(FILE);
    await post(message, Buffer.from(RECORDING));
    await call.confirmUpload({ id: vid });
    await post(message, Buffer.from(await melodyMp3(2, 2)));
    const { url } = await call.stream({ id: vid });
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(RECORDING);
    expect(await running.objects.stat((await running.model.findById(vid).lean())?.objectKey ?? '')).toEqual({
      size: RECORDING.length,
      contentType: 'audio/mpeg',
    });
  });

  test('a file posted again after its acceptance is removed once the form has expired', async () => {
    const call = running.as('repeater');
    const { message, vid } = await call.beginUpload(FILE);
    const uploadKey = formOf(message).fields['key'] ?? '';
    await post(message, Buffer.from(RECORDING));
    await call.confirmUpload({ id: vid });
    expect(await running.objects.stat(uploadKey)).toBeUndefined();
    await post(message, Buffer.from(RECORDING));
    running.clock.advance(11 * MINUTE_MS);
    await running.sweep();
    expect(await running.objects.stat(uploadKey)).toBeUndefined();
    const { url } = await call.stream({ id: vid });
    expect((await fetch(url)).status).toBe(200);
  });

  test('a store to which files are put gets what the caller says of the file, and its URL is the message', async () => {
    const presign = vi.spyOn(running.objects, 'presignUpload').mockResolvedValue('https://store.example/a');
    const file = { ...FILE, file_type: 'audio/mp3' as const };
    const call = running.as('putter');
    expect((await call.beginUpload({ ...file, file_size: 5_000 })).message).toBe('https://store.example/a');
    await call.beginUpload(file);
    expect(presign.mock.calls.map(([, { file: said }]) => said)).toEqual([
      { type: 'audio/mp3', size: 5_000 },
      { type: 'audio/mp3', size: undefined },
    ]);
    presign.mockRestore();
    const tooLarge = call.beginUpload({ ...file, file_size: 10 * 1024 * 1024 + 1 });
    await expect(tooLarge).rejects.toThrow('The file is larger than 10MB.');
  });

  test('a file that is put again while it is checked is not read beyond the largest size', async () => {
    const call = running.as('swapper');
    const { message, vid } = await call.beginUpload(FILE);
    await post(message, Buffer.from(RECORDING));
    let sent = 0;
    const endless = async function* () {
      for (; sent < 1_000; sent++) yield await Promise.resolve(Buffer.alloc(1024 * 1024));
    };
    const stream = vi.spyOn(running.objects, 'stream').mockImplementation(() => Promise.resolve(endless()));
    const read = vi.spyOn(running.objects, 'read').mockImplementation(async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of endless()) chunks.push(chunk);
      return Buffer.concat(chunks);
    });
    await expect(call.confirmUpload({ id: vid })).rejects.toThrow('The file is larger than 10MB.');
    expect(sent).toBe(10);
    stream.mockRestore();
    read.mockRestore();
  });

  test.each([
    [
      'that is too large',
      { size: 10 * 1024 * 1024 + 1, contentType: 'audio/mpeg' },
      'The file is larger than 10MB.',
    ],
    ['of another type', { size: 100, contentType: 'text/html' }, 'Only MP3 files are supported'],
  ])('a file %s makes no voice, even if the store took it', async (_what, stored, text) => {
    const call = running.as('tricker');
    const { message, vid } = await call.beginUpload(FILE);
    await post(message, Buffer.from(RECORDING));
    const stat = vi.spyOn(running.objects, 'stat').mockResolvedValueOnce(stored);
    await expect(call.confirmUpload({ id: vid })).rejects.toThrow(text);
    stat.mockRestore();
    expect((await call.list()).voices).toEqual([]);
  });

  test('concurrent requests for the library read each arrived file once', async () => {
    const call = running.as('reader');
    const promised = [];
    for (let count = 0; count < 4; count++) promised.push((await call.beginUpload(FILE)).message);
    for (const message of promised) await post(message, Buffer.from(RECORDING));
    const read = vi.spyOn(running.objects, 'stream');
    const lists = await Promise.all(Array.from({ length: 20 }, () => call.list()));
    const files = await Promise.all(
      read.mock.results.map(({ value }) => value as Promise<AsyncIterable<Buffer> | undefined>),
    );
    expect(files.filter((file) => file !== undefined)).toHaveLength(4);
    for (const { voices } of lists) expect(voices).toHaveLength(4);
    read.mockRestore();
  });

  test('two concurrent checks of a replaced upload accept one recording', async () => {
    const call = running.as('juggler');
    const { message, vid } = await call.beginUpload(FILE);
    await post(message, Buffer.from(RECORDING));
    const other = await melodyMp3(2, 2);
    await Promise.all([
      call.confirmUpload({ id: vid }),
      post(message, Buffer.from(other)).then(() => call.confirmUpload({ id: vid })),
    ]);
    const { url } = await call.stream({ id: vid });
    const standing = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect([RECORDING, other].some((recording) => recording.equals(standing))).toBe(true);
    const { objectKey = '' } = (await running.model.findById(vid).lean()) ?? {};
    expect(await running.objects.read(objectKey)).toEqual(standing);
  });

  test('one upload is begun per key, and another body is refused', async () => {
    const call = running.as('orderly', 'k');
    const first = await call.beginUpload(FILE);
    expect(await call.beginUpload(FILE)).toEqual(first);
    await expect(call.beginUpload({ ...FILE, title: 'Other' })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    });
    expect((await call.list()).remaining).toBe(3);
    await post(first.message, Buffer.from(RECORDING));
    expect((await call.list()).voices).toMatchObject([{ vid: first.vid }]);
  });

  test('an upload interrupted before its response is found by its key', async () => {
    const call = running.as('unlucky', 'k');
    const dead = deferred();
    const presign = vi.spyOn(running.objects, 'presignUpload').mockImplementationOnce(() => {
      dead.resolve();
      return new Promise(() => undefined);
    });
    void call.beginUpload(FILE);
    await dead.promise;
    presign.mockRestore();
    const { vid, message } = await call.beginUpload(FILE);
    expect((await call.list()).remaining).toBe(3);
    await post(message, Buffer.from(RECORDING));
    expect((await call.list()).voices).toMatchObject([{ vid }]);
  });

  test('the title defaults to Untitled and the description to an empty text', async () => {
    const call = running.as('untitled');
    await upload(call);
    await upload(call, { title: '  ' });
    const { voices } = await call.list();
    expect(voices).toMatchObject([
      { title: 'Untitled', description: '' },
      { title: 'Untitled', description: '' },
    ]);
  });

  test('four of any number of concurrent requests get an upload', async () => {
    const call = running.as('greedy');
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => call.beginUpload(FILE)));
    const [promised, refused] = [
      results.filter(({ status }) => status === 'fulfilled'),
      results.filter(({ status }) => status === 'rejected'),
    ];
    expect(promised).toHaveLength(4);
    expect(refused).toHaveLength(8);
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toMatchObject({ cause: { code: 'LIMIT_REACHED' } });
    expect(await call.list()).toEqual({ voices: [], remaining: 0 });
  });

  test('a full library says whether an upload is still open', async () => {
    const call = running.as('full');
    for (let count = 0; count < 3; count++) await upload(call);
    const { message, vid } = await call.beginUpload(FILE);
    running.clock.advance(8.5 * MINUTE_MS);
    await expect(call.beginUpload(FILE)).rejects.toMatchObject({
      cause: { code: 'LIMIT_REACHED' },
      message: 'An upload of yours is still open (2 minutes left). You can keep up to 4 voices.',
    });
    running.clock.advance(MINUTE_MS);
    await expect(call.beginUpload(FILE)).rejects.toThrow('(1 minute left)');
    await call.remove({ id: vid });
    expect((await post(message, Buffer.from(RECORDING))).ok).toBe(false);
    await upload(call);
    expect((await call.list()).voices).toHaveLength(4);
    await expect(call.beginUpload(FILE)).rejects.toThrow(
      'You can keep up to 4 voices. Delete one to add another.',
    );
  });

  test('a library that is full of open uploads says when the first of them ends', async () => {
    const call = running.as('crowded');
    await call.beginUpload(FILE);
    running.clock.advance(4 * MINUTE_MS);
    for (let count = 0; count < 3; count++) await call.beginUpload(FILE);
    await expect(call.beginUpload(FILE)).rejects.toThrow('(6 minutes left)');
  });

  test('voices are listed while the store cannot tell whether an upload has arrived', async () => {
    const call = running.as('patient');
    const vid = await upload(call);
    await call.list();
    await call.beginUpload(FILE);
    const stat = vi.spyOn(running.objects, 'stat');
    stat.mockRejectedValueOnce(new ObjectStoreUnavailable('away', '503'));
    expect(await call.list()).toMatchObject({ voices: [{ vid }], remaining: 2 });
    stat.mockRestore();
  });

  test('a file that the check refuses frees its slot at once', async () => {
    const call = running.as('wrong');
    for (let count = 0; count < 3; count++) await upload(call);
    await upload(call, {}, Buffer.from('not a recording'));
    await upload(call);
    expect((await call.list()).remaining).toBe(0);
  });

  test('starting and cancelling uploads in a loop is limited', async () => {
    const call = running.as('fickle');
    for (let round = 0; round < MAX_OPEN_UPLOADS; round++) {
      const { vid } = await call.beginUpload(FILE);
      await call.remove({ id: vid });
    }
    await expect(call.beginUpload(FILE)).rejects.toMatchObject({
      cause: { code: 'LIMIT_REACHED' },
      message: `You can begin up to ${String(MAX_OPEN_UPLOADS)} uploads in ten minutes. Please try again later.`,
    });
    running.clock.advance(11 * MINUTE_MS);
    await expect(call.beginUpload(FILE)).resolves.toMatchObject({ expires_in: 300 });
  });

  test('concurrent uploads and deletions stay within the limit of open uploads', async () => {
    const call = running.as('hasty');
    const rounds = Array.from({ length: 20 }, async () => {
      const { vid } = await call.beginUpload(FILE);
      await call.remove({ id: vid });
    });
    await Promise.allSettled(rounds);
    const open = await running.model.countDocuments({ userId: 'hasty', ticket: { $exists: true } });
    expect(open).toBeLessThanOrEqual(MAX_OPEN_UPLOADS);
  });

  test('an upload that never arrives frees its slot, one that arrived keeps it', async () => {
    const call = running.as('slow');
    const arrived = await upload(call);
    await call.beginUpload(FILE);
    running.clock.advance(11 * MINUTE_MS);
    const { voices, remaining } = await call.list();
    expect(voices.map(({ vid }) => vid)).toEqual([arrived]);
    expect(remaining).toBe(3);
  });

  test('a sweep activates arrived uploads and expires those that never arrived', async () => {
    const call = running.as('away');
    const vid = await upload(call);
    const { vid: lost } = await call.beginUpload(FILE);
    running.clock.advance(11 * MINUTE_MS);
    await running.sweep();
    expect(await running.model.findById(vid).lean()).toMatchObject({ state: 'active' });
    expect(await running.model.findById(lost).lean()).toMatchObject({ state: 'deleted' });
    await running.sweep();
    expect(await running.model.findById(lost).lean()).toBeNull();
  });

  test('a file that is not an MP3 is rejected with a reason', async () => {
    const call = running.as('tricky');
    const vid = await upload(call, {}, Buffer.from('ID,FirstName\n1,Ann\n'.repeat(100)));
    await expect(call.confirmUpload({ id: vid })).rejects.toThrow('This file is not an MP3 recording.');
    expect(await call.list()).toEqual({ voices: [], remaining: 4 });
    await expect(call.confirmUpload({ id: vid })).rejects.toThrow('This file is not an MP3 recording.');
  });

  test('confirming an upload reports whether the file has arrived, any number of times', async () => {
    const call = running.as('careful');
    const { message, vid } = await call.beginUpload(FILE);
    await expect(call.confirmUpload({ id: vid })).rejects.toMatchObject({ code: 'CONFLICT' });
    await post(message, Buffer.from(RECORDING));
    const confirmed = await Promise.all([
      call.confirmUpload({ id: vid }),
      call.confirmUpload({ id: vid }),
      call.list(),
    ]);
    expect(confirmed).toMatchObject([{ voice: { vid } }, { voice: { vid } }, { voices: [{ vid }] }]);
    expect(await call.confirmUpload({ id: vid })).toMatchObject({ success: true, voice: { vid } });
  });

  test.each([
    ['another type', { file_type: 'audio/wav' }],
    ['no file name', { file_name: ' ' }],
    ['a picture that does not exist', { avatar: 3 }],
    ['a name of 81 letters', { title: 'x'.repeat(81) }],
  ])('refuses %s before it takes a slot', async (_what, part) => {
    const call = running.as('mistaken');
    await expect(call.beginUpload({ ...FILE, ...part })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect((await call.list()).remaining).toBe(4);
  });

  test('a pending upload can be cancelled', async () => {
    const call = running.as('undecided');
    const { vid } = await call.beginUpload(FILE);
    await call.remove({ id: vid });
    expect(await call.list()).toEqual({ voices: [], remaining: 4 });
  });
});
