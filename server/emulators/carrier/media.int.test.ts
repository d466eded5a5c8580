import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropTo, PATIENT, startCarrierTestSystem, type CarrierTestSystem } from './carrier-harness.ts';

const WORDS = 'Hello Zoë, see you soon.';

/** As good as an MP3: an ID3v2.4 tag with the words (a USLT frame in UTF-8), and no more. */
function recordingOf(words: string): Buffer {
  const content = Buffer.concat([Buffer.from('\x03eng\0'), Buffer.from(words)]);
  const frame = Buffer.concat([Buffer.from('USLT\0\0\0'), Buffer.from([content.length, 0, 0]), content]);
  return Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0'), Buffer.from([frame.length]), frame]);
}

interface Offer {
  data: { media_id: string; upload: { mp3: { url: string; content_type: string } } };
}

describe('recordings at the local carrier', () => {
  let system: CarrierTestSystem;

  beforeEach(async () => {
    system = await startCarrierTestSystem();
  });

  afterEach(() => system.stop());

  async function offer(): Promise<{ id: string; url: string }> {
    const body = JSON.stringify({ name: 'Spring', type: 'rvm', signed_upload: true });
    const { data } = (await (
      await system.ask('/media/public/media', { method: 'POST', body })
    ).json()) as Offer;
    return { id: data.media_id, url: data.upload.mp3.url };
  }

  const put = async (url: string, body = WORDS, contentType = 'audio/mpeg') =>
    (await fetch(url, { method: 'PUT', headers: { 'content-type': contentType }, body })).status;

  const complete = async (id: string) => {
    const answer = await system.ask(`/media/public/media/${id}/complete`, { method: 'POST', body: '{}' });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };

  it('are shown with the words that are heard in them', async () => {
    const mediaId = await system.carrier.addMedia({ name: 'Spring', recording: recordingOf(WORDS) });
    await system.place({ ...dropTo('12025550001'), content: { kind: 'media', mediaId } });
    const [drop] = await system.record();
    expect(drop).toMatchObject({ audio: mediaId, text: WORDS, outcome: 'success' });
    expect(await readdir(join(system.dataDir, 'carrier', 'media'))).toEqual([`${mediaId}.mp3`]);
  });

  it('are still there after the carrier was killed, and so is an address that it had given out', async () => {
    const mediaId = await system.carrier.addMedia({ name: 'Spring', recording: recordingOf(WORDS) });
    const { id, url } = await offer();
    expect(await put(url)).toBe(200);
    await system.kill();
    await system.place({ ...dropTo('12025550001'), content: { kind: 'media', mediaId } });
    expect(await system.record()).toMatchObject([{ audio: mediaId, text: WORDS, outcome: 'success' }]);
    expect(await complete(id)).toMatchObject({ body: { data: { media_exists: true } } });
    expect(await complete(id)).toMatchObject({ body: { data: { media_exists: true } } });
  });

  it('cannot be sent before they are complete, and are not complete before they are there', async () => {
    const { id, url } = await offer();
    expect(await complete(id)).toMatchObject({ status: 200, body: { data: { media_exists: false } } });
    expect(await put(url, '')).toBe(200);
    expect(await complete(id)).toMatchObject({ body: { data: { media_exists: false } } });
    expect(await put(url)).toBe(200);
    await system.place({ ...dropTo('12025550001'), content: { kind: 'media', mediaId: id } });
    await vi.waitFor(() => {
      expect(system.reports()).toMatchObject([{ outcome: 'failed', code: '3001' }]);
    }, PATIENT);
    expect(await system.record()).toMatchObject([{ outcome: 'recording not usable', deliveries: 0 }]);
    expect((await complete('unknown')).status).toBe(404);
  });

  it('are taken at their signed address alone, under its content type', async () => {
    const [{ url }, other] = [await offer(), await offer()];
    const changed = (change: (address: URL) => void) => {
      const address = new URL(url);
      change(address);
      return put(address.href);
    };
    expect(await put(url, WORDS, 'audio/wav')).toBe(403);
    expect(await put(url, WORDS, 'audio/mpeg; charset=utf-8')).toBe(403);
    expect(await changed((address) => (address.pathname = address.pathname.replace('.mp3', '.wav')))).toBe(
      403,
    );
    expect(await changed((address) => (address.pathname = `/uploads/${other.id}.mp3`))).toBe(403);
    expect(await changed((address) => (address.pathname = '/uploads/unknown.mp3'))).toBe(403);
    expect(await changed((address) => address.searchParams.set('expires', '9999999999999'))).toBe(403);
    expect(await changed((address) => address.searchParams.delete('signature'))).toBe(403);
    expect(await readdir(join(system.dataDir, 'carrier')).then((names) => names.includes('media'))).toBe(
      false,
    );
  });

  it('are refused whole when they are too large', async () => {
    const { id, url } = await offer();
    expect(await put(url, 'x'.repeat(32 * 1024 * 1024 + 1)).catch(() => 413)).toBe(413);
    await vi.waitFor(async () => {
      expect(await readdir(join(system.dataDir, 'carrier', 'media'))).toEqual([]);
    }, PATIENT);
    expect(await complete(id)).toMatchObject({ body: { data: { media_exists: false } } });
  });
});
