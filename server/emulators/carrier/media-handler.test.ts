import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { createCarrierReadModel } from './read-model.ts';
import { createMediaHandler } from './media-handler.ts';

it('rejects an upload to an expired URL', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hark-media-'));
  const clock = createTestClock();
  const readModel = createCarrierReadModel();
  const media = createMediaHandler({
    folder,
    readModel,
    clock,
    write: async (record) => {
      readModel.apply(record);
    },
    flush: () => Promise.resolve(),
  });
  const { id, uploads } = await media.createUpload({ name: 'Spring', type: 'rvm', signed_upload: true });
  const query = new URL(uploads['mp3']?.path ?? '', 'http://carrier').searchParams;
  const receive = () =>
    media.receive({
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
