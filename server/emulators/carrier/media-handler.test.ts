import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { createCarrierReadModel } from './read-model.ts';
import { createMediaHandler } from './media-handler.ts';

it('takes no file at an address that has expired', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hark-media-'));
  const clock = createTestClock();
  const book = createCarrierReadModel();
  const desk = createMediaHandler({
    folder,
    book,
    clock,
    write: async (line) => {
      book.apply(line);
    },
    settled: () => Promise.resolve(),
  });
  const { id, uploads } = await desk.offer({ name: 'Spring', type: 'rvm', signed_upload: true });
  const query = new URL(uploads['mp3']?.path ?? '', 'http://carrier').searchParams;
  const receive = () =>
    desk.receive({
      id,
      format: 'mp3',
      expires: query.get('expires') ?? '',
      signature: query.get('signature') ?? '',
      contentType: 'audio/mpeg',
      bytes: Readable.from([]),
    });
  clock.advance(48 * 3_600_000 - 1);
  await expect(receive()).resolves.toBeUndefined();
  clock.advance(1);
  await expect(receive()).rejects.toMatchObject({ status: 403 });
  await rm(folder, { recursive: true });
});
