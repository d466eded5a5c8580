import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { createMediaHandler } from './media-handler.ts';
import { createCarrierReadModel } from './read-model.ts';
import {
  dropTo,
  newDataDir,
  WAIT,
  startCarrierTestSystem,
  type CarrierTestSystem,
} from './testing/carrier-test-system.ts';

const SPOKEN_TEXT = 'Hello Zoë, see you soon.';

/** A minimal recording: an ID3v2.4 tag with the text (a USLT frame in UTF-8) and no audio. */
function recordingOf(text: string): Buffer {
  const content = Buffer.concat([Buffer.from('\x03eng\0'), Buffer.from(text)]);
  const frame = Buffer.concat([Buffer.from('USLT\0\0\0'), Buffer.from([content.length, 0, 0]), content]);
  return Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0'), Buffer.from([frame.length]), frame]);
}

interface MediaUpload {
  data: { media_id: string; upload: { mp3: { url: string; content_type: string } } };
}

describe('recordings of the local carrier', () => {
  let system: CarrierTestSystem;

  beforeEach(async () => {
    system = await startCarrierTestSystem();
  });

  afterEach(() => system.stop());

  async function createUpload(): Promise<{ id: string; url: string }> {
    const body = JSON.stringify({ name: 'Spring', type: 'rvm', signed_upload: true });
    const { data } = (await (
      await system.request('/media/public/media', { method: 'POST', body })
    ).json()) as MediaUpload;
    return { id: data.media_id, url: data.upload.mp3.url };
  }

  const put = async (url: string, body = SPOKEN_TEXT, contentType = 'audio/mpeg') =>
    (await fetch(url, { method: 'PUT', headers: { 'content-type': contentType }, body })).status;

  const complete = async (id: string) => {
    const response = await system.request(`/media/public/media/${id}/complete`, {
      method: 'POST',
      body: '{}',
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };

  it('are listed with the text of their ID3 tag', async () => {
    const mediaId = await system.carrier.addMedia({ name: 'Spring', recording: recordingOf(SPOKEN_TEXT) });
    await system.place({ ...dropTo('12025550001'), content: { kind: 'media', mediaId } });
    const [drop] = await system.record();
    expect(drop).toMatchObject({ audio: mediaId, text: SPOKEN_TEXT, outcome: 'success' });
    expect(await readdir(join(system.dataDir, 'carrier', 'media'))).toEqual([`${mediaId}.mp3`]);
  });

  it('are erased when they are deleted, also after a crash, and drops keep their text', async () => {
    const mediaId = await system.carrier.addMedia({ name: 'Spring', recording: recordingOf(SPOKEN_TEXT) });
    await system.place({ ...dropTo('12025550001'), content: { kind: 'media', mediaId } });
    await system.carrier.deleteMedia(mediaId);
    await system.kill();
    // Connections to the killed process fail first.
    await vi.waitFor(async () => expect(await complete(mediaId)).toMatchObject({ status: 404 }), WAIT);
    expect(await readdir(join(system.dataDir, 'carrier', 'media'))).toEqual([]);
    expect(await system.record()).toMatchObject([{ audio: mediaId, text: SPOKEN_TEXT }]);
  });

  it('survive a crash of the carrier, and so do their upload URLs', async () => {
    const mediaId = await system.carrier.addMedia({ name: 'Spring', recording: recordingOf(SPOKEN_TEXT) });
    const { id, url } = await createUpload();
    expect(await put(url)).toBe(200);
    await system.kill();
    await system.place({ ...dropTo('12025550001'), content: { kind: 'media', mediaId } });
    expect(await system.record()).toMatchObject([{ audio: mediaId, text: SPOKEN_TEXT, outcome: 'success' }]);
    expect(await complete(id)).toMatchObject({ body: { data: { media_exists: true } } });
    expect(await complete(id)).toMatchObject({ body: { data: { media_exists: true } } });
  });

  it('cannot be sent before they are complete, or completed before they are uploaded', async () => {
    const { id, url } = await createUpload();
    expect(await complete(id)).toMatchObject({ status: 200, body: { data: { media_exists: false } } });
    expect(await put(url, '')).toBe(200);
    expect(await complete(id)).toMatchObject({ body: { data: { media_exists: false } } });
    expect(await put(url)).toBe(200);
    await system.place({ ...dropTo('12025550001'), content: { kind: 'media', mediaId: id } });
    await vi.waitFor(() => {
      expect(system.reports()).toMatchObject([{ outcome: 'failed', code: '3001' }]);
    }, WAIT);
    expect(await system.record()).toMatchObject([{ outcome: 'recording not usable', deliveries: 0 }]);
    expect((await complete('unknown')).status).toBe(404);
  });

  it('are accepted only at their signed URL with its content type', async () => {
    const [{ url }, other] = [await createUpload(), await createUpload()];
    const changed = (change: (address: URL) => void) => {
      const address = new URL(url);
      change(address);
      return put(address.href);
    };
    expect(await put(url, SPOKEN_TEXT, 'audio/wav')).toBe(403);
    expect(await put(url, SPOKEN_TEXT, 'audio/mpeg; charset=utf-8')).toBe(403);
    expect(await changed((address) => (address.pathname = `/uploads/${other.id}.mp3`))).toBe(403);
    expect(await changed((address) => (address.pathname = '/uploads/unknown.mp3'))).toBe(403);
    expect(await changed((address) => address.searchParams.set('expires', '9999999999999'))).toBe(403);
    expect(await changed((address) => address.searchParams.delete('signature'))).toBe(403);
    expect(await readdir(join(system.dataDir, 'carrier')).then((names) => names.includes('media'))).toBe(
      false,
    );
  });

  it('are rejected and not stored when they are too large', async () => {
    const { id, url } = await createUpload();
    expect(await put(url, 'x'.repeat(32 * 1024 * 1024 + 1)).catch(() => 413)).toBe(413);
    await vi.waitFor(async () => {
      expect(await readdir(join(system.dataDir, 'carrier', 'media'))).toEqual([]);
    }, WAIT);
    expect(await complete(id)).toMatchObject({ body: { data: { media_exists: false } } });
  });
});

it('rejects an upload to an expired URL', async () => {
  const folder = await newDataDir();
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
  const { id, path } = await media.createUpload({ name: 'Spring', type: 'rvm', signed_upload: true });
  const query = new URL(path, 'http://carrier').searchParams;
  const receive = () =>
    media.receive({
      id,
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
