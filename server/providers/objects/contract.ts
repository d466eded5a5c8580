import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import { LIST_PAGE, type ObjectStore, type PresignedUpload } from './port.ts';

const CONDITIONS = { contentType: 'audio/mpeg', maxBytes: 1000, expiresInSeconds: 60 };

/** The contract test suite of `ObjectStore`. */
export function objectStoreContract(
  name: string,
  start: () => Promise<{ store: ObjectStore; stop(): Promise<void> }>,
): void {
  describe(`${name} as an object store`, () => {
    let running: Awaited<ReturnType<typeof start>>;
    const store = () => running.store;
    beforeAll(async () => {
      running = await start();
    });
    afterAll(() => running.stop());

    test('returns a stored object until it is deleted', async () => {
      const [key, body] = [newKey(), randomBytes(5000)];
      expect(await store().stat(key)).toBeUndefined();
      expect(await store().read(key)).toBeUndefined();
      await store().put(key, body, 'audio/mpeg');
      expect(await store().stat(key)).toEqual({ size: 5000, contentType: 'audio/mpeg' });
      expect(await store().read(key)).toEqual(body);
      await store().delete(key);
      await store().delete(key);
      expect(await store().read(key)).toBeUndefined();
    });

    test('stores a stream as a whole, or nothing if it fails or is too large', async () => {
      const key = `${newKey()}.zip`;
      const chunks = async function* (fails: boolean) {
        yield Buffer.from('01234');
        if (fails) throw new Error('broken');
        yield Buffer.from('56789');
      };
      await expect(store().putStream(key, chunks(true), 'application/zip', 10)).rejects.toThrow('broken');
      await expect(store().putStream(key, chunks(false), 'application/zip', 9)).rejects.toThrow();
      expect(await store().stat(key)).toBeUndefined();
      await store().putStream(key, chunks(false), 'application/zip', 10);
      expect(String(await store().read(key))).toBe('0123456789');
    });

    test('lists objects by prefix in the order of their keys, with the time of their last write', async () => {
      const prefix = `uploads/${newId()}`;
      const keys = ['-/b.mp3', '.mp3', '/a-b/c.mp3', '/a.mp3', '/a/c.mp3', '/a/d/e.mp3', '/b.mp3'];
      for (const end of keys.toReversed())
        await store().put(`${prefix}${end}`, Buffer.from('x'), 'audio/mpeg');
      const ends = async (after?: string) =>
        (await store().list(prefix, after)).map(({ key }) => key.slice(prefix.length));
      expect(await ends()).toEqual(keys);
      for (const [index, end] of keys.entries())
        expect(await ends(`${prefix}${end}`)).toEqual(keys.slice(index + 1));
      expect(await ends(`${prefix}/a/c`)).toEqual(keys.slice(4));
      expect((await store().list(`${prefix}/a/`)).map(({ key }) => key.slice(prefix.length))).toEqual([
        '/a/c.mp3',
        '/a/d/e.mp3',
      ]);
      const [first] = await store().list(prefix);
      expect(Math.abs((first?.modifiedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
      await store().delete(`${prefix}/a/c.mp3`);
      expect(await ends(`${prefix}/a-b/c.mp3`)).toEqual(['/a.mp3', '/a/d/e.mp3', '/b.mp3']);
      expect(await store().list(`uploads/${newId()}/`)).toEqual([]);
    });

    test('lists many objects in pages', async () => {
      const prefix = `uploads/${newId()}/`;
      const names = Array.from({ length: LIST_PAGE + 5 }, (_, index) => String(index).padStart(5, '0'));
      const put = pLimit(20);
      await put.map(names, (name) => store().put(`${prefix}${name}.mp3`, Buffer.from('x'), 'audio/mpeg'));
      const listed: string[] = [];
      for (;;) {
        const page = await store().list(prefix, listed.at(-1));
        if (page.length === 0) break;
        expect(page.length).toBeLessThanOrEqual(LIST_PAGE);
        listed.push(...page.map(({ key }) => key));
      }
      expect(listed).toEqual(names.map((name) => `${prefix}${name}.mp3`));
    });

    test('accepts a file posted with a signed form', async () => {
      const [key, body] = [newKey(), randomBytes(1000)];
      const response = await post(await store().presignUpload(key, CONDITIONS), body);
      expect(response.status).toBe(204);
      expect(await store().read(key)).toEqual(body);
    });

    test('refuses a file that is too large and stores nothing', async () => {
      const key = newKey();
      const response = await post(await store().presignUpload(key, CONDITIONS), randomBytes(1001));
      expect(response.ok).toBe(false);
      expect(await store().stat(key)).toBeUndefined();
    });

    test.each([
      ['key', (key: string) => ({ key: `${key}.other.mp3` })],
      ['type', () => ({ 'Content-Type': 'text/html' })],
      ['policy', () => ({ policy: Buffer.from('{}').toString('base64') })],
    ])('refuses a form whose %s was changed', async (_what, change) => {
      const key = newKey();
      const { url, fields } = await store().presignUpload(key, CONDITIONS);
      const response = await post({ url, fields: { ...fields, ...change(key) } }, randomBytes(10));
      expect(response.status).toBe(403);
      expect(await store().stat(key)).toBeUndefined();
    });

    test('serves a signed link in full and in ranges, and refuses it without its signature', async () => {
      const key = newKey();
      await store().put(key, Buffer.from('0123456789'), 'audio/mpeg');
      const link = await store().presignDownload(key, 60);
      const whole = await fetch(link);
      expect(whole.headers.get('content-type')).toBe('audio/mpeg');
      expect(await whole.text()).toBe('0123456789');
      const part = await fetch(link, { headers: { range: 'bytes=2-4' } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
      expect(await part.text()).toBe('234');
      expect((await fetch(link.split('?')[0] ?? '')).status).toBe(403);
      expect((await fetch(link.replace(key, newKey()))).status).toBe(403);
    });
  });
}

function newKey(): string {
  return `voices/contract/${newId()}.mp3`;
}

/** Posts a file like a browser: all fields first, the file last. */
export function post(
  { url, fields }: PresignedUpload,
  body: Uint8Array<ArrayBuffer> | Buffer<ArrayBuffer>,
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([body], { type: 'audio/mpeg' }), 'voice.mp3');
  return fetch(url, { method: 'POST', body: form });
}
