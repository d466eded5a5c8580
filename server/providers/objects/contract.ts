import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { LIST_PAGE, type ObjectStore, type PresignedUpload } from './port.ts';

const CONDITIONS = { contentType: 'audio/mpeg', maxBytes: 1000, expiresInSeconds: 60 };

/** A store under test. `advance` moves its clock; one that has the real time is waited for. */
interface RunningStore {
  store: ObjectStore;
  advance?(ms: number): void;
  stop(): Promise<void>;
}

/** The contract test suite of `ObjectStore`. */
export function objectStoreContract(name: string, start: () => Promise<RunningStore>): void {
  describe(`${name} as an object store`, () => {
    let running: RunningStore;
    const store = () => running.store;
    beforeAll(async () => {
      running = await start();
    });
    afterAll(() => running.stop());

    test('returns a stored object until it is deleted', async () => {
      const [key, body] = [newKey(), randomBytes(5000)];
      expect(await store().stat(key)).toBeUndefined();
      expect(await store().read(key)).toBeUndefined();
      expect(await store().stream(key)).toBeUndefined();
      await store().put(key, body, 'audio/mpeg');
      expect(await store().stat(key)).toEqual({ size: 5000, contentType: 'audio/mpeg' });
      expect(await store().read(key)).toEqual(body);
      const chunks: Buffer[] = [];
      for await (const chunk of (await store().stream(key)) ?? []) chunks.push(chunk);
      expect(Buffer.concat(chunks)).toEqual(body);
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

    test.each<[string, (fields: Record<string, string>) => Record<string, string>]>([
      ['with another key', ({ key = '' }) => ({ key: `${key}.other.mp3` })],
      ['with another type', () => ({ 'Content-Type': 'text/html' })],
      [
        'with another policy',
        (fields) => replaced(fields, /^policy$/i, Buffer.from('{}').toString('base64')),
      ],
      ['with another signature', (fields) => replaced(fields, /signature$/i, '0'.repeat(64))],
      ['with one more field', () => ({ 'x-amz-meta-a': 'b' })],
    ])('refuses a form %s', async (_what, change) => {
      const key = newKey();
      const { url, fields } = formOf(await store().presignUpload(key, CONDITIONS));
      const response = await post({ url, fields: { ...fields, ...change(fields) } }, randomBytes(10));
      expect(response.status).toBe(403);
      expect(await store().stat(key)).toBeUndefined();
    });

    test('refuses forms and links that have expired', async () => {
      const [key, body] = [newKey(), Buffer.from('x')];
      await store().put(key, body, 'audio/mpeg');
      const form = await store().presignUpload(key, { ...CONDITIONS, expiresInSeconds: 1 });
      const link = await store().presignDownload(key, 1);
      running.advance?.(1000);
      await vi.waitFor(async () => expect((await fetch(link)).status).toBe(403), { timeout: 10_000 });
      await vi.waitFor(async () => expect((await post(form, Buffer.from('y'))).status).toBe(403), {
        timeout: 10_000,
      });
    });

    test('serves a signed link in full and in ranges', async () => {
      const key = newKey();
      await store().put(key, Buffer.from('0123456789'), 'audio/mpeg');
      const link = await store().presignDownload(key, 60);
      const whole = await fetch(link);
      expect(whole.headers.get('content-type')).toBe('audio/mpeg');
      expect(whole.headers.get('accept-ranges')).toBe('bytes');
      expect(await whole.text()).toBe('0123456789');
      for (const [range, found, text] of [
        ['bytes=2-4', 'bytes 2-4/10', '234'],
        ['bytes=7-', 'bytes 7-9/10', '789'],
        ['bytes=-2', 'bytes 8-9/10', '89'],
      ] as const) {
        const part = await fetch(link, { headers: { range } });
        expect([part.status, part.headers.get('content-range')]).toEqual([206, found]);
        expect(await part.text()).toBe(text);
      }
      const beyond = await fetch(link, { headers: { range: 'bytes=10-' } });
      expect([400, 416]).toContain(beyond.status);
      await beyond.body?.cancel();
    });

    test('refuses a link that was changed, and one without its signature', async () => {
      const key = newKey();
      await store().put(key, Buffer.from('secret'), 'audio/mpeg');
      const link = await store().presignDownload(key, 60);
      const longer = new URL(link);
      for (const name of longer.searchParams.keys())
        if (/expires$/i.test(name)) longer.searchParams.set(name, '9999999999999');
      const unsigned = link.split('?')[0] ?? '';
      for (const changed of [unsigned, link.replace(key, newKey()), longer.href]) {
        for (const method of ['GET', 'HEAD']) {
          const response = await fetch(changed, { method });
          expect([400, 403]).toContain(response.status);
          expect(await response.text()).not.toContain('secret');
        }
      }
    });

    test('responds 404 to the link of a deleted object', async () => {
      const key = newKey();
      await store().put(key, Buffer.from('x'), 'audio/mpeg');
      const link = await store().presignDownload(key, 60);
      await store().delete(key);
      expect((await fetch(link)).status).toBe(404);
    });
  });
}

/** Returns the fields whose name matches, with another value. */
function replaced(fields: Record<string, string>, name: RegExp, value: string): Record<string, string> {
  return Object.fromEntries(
    Object.keys(fields)
      .filter((field) => name.test(field))
      .map((field) => [field, value]),
  );
}

function newKey(): string {
  return `voices/contract/${newId()}.mp3`;
}

/** Returns the form that a store asks for. */
export function formOf(target: PresignedUpload | string): PresignedUpload {
  return typeof target === 'string' ? expect.fail('a URL in place of a form') : target;
}

/** Uploads a file like a browser: posts a form with all fields first and the file last, or puts it to a URL. */
export function post(
  target: PresignedUpload | string,
  body: Uint8Array<ArrayBuffer> | Buffer<ArrayBuffer>,
  type = 'audio/mpeg',
): Promise<Response> {
  const file = new Blob([body], { type });
  if (typeof target === 'string')
    return fetch(target, { method: 'PUT', body: file, headers: { 'content-type': type } });
  const form = new FormData();
  for (const [name, value] of Object.entries(target.fields)) form.append(name, value);
  form.append('file', file, 'voice.mp3');
  return fetch(target.url, { method: 'POST', body: form });
}
