import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '#server/platform/lib/log.ts';
import { errorHandler } from '#server/platform/http/error-response.ts';
import { formOf, objectStoreContract } from '#server/providers/objects/contract.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { createLocalObjects, LOCAL_OBJECTS_PATH } from './local-objects.ts';

const CONDITIONS = { contentType: 'audio/mpeg', maxBytes: 1000, expiresInSeconds: 60 };
const KEY = 'voices/u1/voice.mp3';

objectStoreContract('the local object store', startObjects);

describe('the local object store', () => {
  let objects: Awaited<ReturnType<typeof startObjects>>;
  beforeEach(async () => {
    objects = await startObjects();
  });
  afterEach(() => objects.stop());

  test.each(['../.secret', '.secret', 'voices/../../x', '/etc/passwd', 'a//b', 'a/./b', ''])(
    'rejects the object key %j',
    async (key) => {
      await expect(objects.store.read(key)).rejects.toThrow('Not an object key');
      await expect(objects.store.put(key, Buffer.from('x'), 'application/octet-stream')).rejects.toThrow(
        'Not an object key',
      );
      // The signature is valid: the key alone must be rejected.
      const query = (await objects.store.presignDownload(key, 60)).split('?')[1] ?? '';
      expect([403, 404]).toContain((await fetch(`${objects.url}/${escaped(key)}?${query}`)).status);
    },
  );

  test('removes the partial file of an aborted upload', async () => {
    const { url, fields } = formOf(await objects.store.presignUpload(KEY, CONDITIONS));
    const upload = request(url, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    upload.on('error', () => undefined);
    const parts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, `${value}\r\n`));
    upload.write(`${parts.join('')}${part('name="file"; filename="a.mp3"', 'half of')}`);
    await vi.waitFor(async () => expect(await objects.incoming()).toHaveLength(1));
    upload.destroy();
    await vi.waitFor(async () => expect(await objects.incoming()).toHaveLength(0));
    expect(await objects.store.stat(KEY)).toBeUndefined();
  });

  test.each([
    ['without a file', 'multipart/form-data; boundary=b', '--b--\r\n'],
    ['that is not a form', 'application/json', '{}'],
    ['that is truncated', 'multipart/form-data; boundary=b', part('name="key"', 'x')],
  ])('returns 400 to a request %s', async (_case, type, body) => {
    const response = await fetch(objects.url, { method: 'POST', headers: { 'content-type': type }, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('returns 400 to a form with a truncated file and stores none of it', async () => {
    const { url, fields } = formOf(await objects.store.presignUpload(KEY, CONDITIONS));
    const parts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, `${value}\r\n`));
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: `${parts.join('')}${part('name="file"; filename="a.mp3"', 'half of')}`,
    });
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'INVALID_INPUT' }]);
    expect(await objects.incoming()).toEqual([]);
    expect(await objects.store.stat(KEY)).toBeUndefined();
  });

  test('allows cross-origin requests', async () => {
    const preflight = await fetch(objects.url, { method: 'OPTIONS' });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('shares its secret between processes and removes abandoned partial files', async () => {
    const leftover = join(objects.folder, '.incoming', 'leftover');
    await writeFile(leftover, 'half');
    await utimes(leftover, new Date(0), new Date(0));
    const link = await objects.store.presignDownload(KEY, 60);
    const [one, other] = await Promise.all([reopen(), reopen()]);
    expect(await one.store.presignDownload(KEY, 60)).toBe(link);
    expect(await other.store.presignDownload(KEY, 60)).toBe(link);
    expect(await objects.incoming()).toEqual([]);
  });

  function reopen(): ReturnType<typeof createLocalObjects> {
    const publicUrl = objects.url.slice(0, -LOCAL_OBJECTS_PATH.length);
    return createLocalObjects({ folder: objects.folder, publicUrl, clock: objects.clock });
  }
});

/** Escapes the dots and slashes of a key, so that no URL parser normalizes it. */
function escaped(key: string): string {
  return encodeURIComponent(key).replaceAll('.', '%2E');
}

function part(disposition: string, value: string): string {
  return `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}`;
}

async function startObjects() {
  const folder = join(await mkdtemp(join(tmpdir(), 'hark-objects-')), 'objects');
  await mkdir(folder);
  const clock = createTestClock();
  const app = express();
  const server: Server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const publicUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const { store, router } = await createLocalObjects({ folder, publicUrl, clock });
  app.use(LOCAL_OBJECTS_PATH, router);
  app.use(errorHandler(createLogger('silent')));
  return {
    store,
    clock,
    advance: (ms: number) => {
      clock.advance(ms);
    },
    folder,
    url: `${publicUrl}${LOCAL_OBJECTS_PATH}`,
    incoming: () => readdir(join(folder, '.incoming')),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await rm(join(folder, '..'), { recursive: true });
    },
  };
}
