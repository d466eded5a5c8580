import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { freePort } from '#server/testing/fakes/free-port.ts';
import { s3Server } from '#server/testing/s3/s3-server.ts';
import { createTestBucket } from '#server/testing/s3/test-bucket.ts';
import { ObjectStoreUnavailable } from '../errors.ts';
import { formOf, objectStoreContract, post } from './contract.ts';
import { createS3Objects } from './s3-objects.ts';

const MB = 1024 * 1024;
const TYPE = 'audio/mpeg';
const server = await s3Server();

describe.skipIf(server === undefined)('a bucket of a real S3 server', () => {
  objectStoreContract('it', async () => {
    const { options } = await createTestBucket(server);
    const store = await createS3Objects(options);
    return {
      store,
      stop: async () => {
        store.close();
      },
    };
  });

  test('stores a stream of several parts, and no part of one that fails', async () => {
    const { options, client } = await createTestBucket(server);
    const store = await createS3Objects(options);
    const parts = Array.from({ length: 5 }, () => randomBytes(4 * MB));
    const stream = async function* (fails: boolean) {
      yield* parts;
      if (fails) throw new Error('broken');
    };
    const put = (fails: boolean, maxBytes: number) =>
      store.putStream('a.zip', stream(fails), 'application/zip', maxBytes);
    await expect(put(true, 50 * MB)).rejects.toThrow('broken');
    await expect(put(false, 19 * MB)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect(await store.stat('a.zip')).toBeUndefined();
    const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: options.bucket }));
    expect(Uploads ?? []).toEqual([]);
    await put(false, 20 * MB);
    expect((await store.read('a.zip'))?.equals(Buffer.concat(parts))).toBe(true);
  });

  describe('to which files are put', () => {
    const [size, other] = [1_000, 1_001];
    const conditions = { contentType: TYPE, maxBytes: size, expiresInSeconds: 60 };
    const putStore = async (more: object = {}) => {
      const { options } = await createTestBucket(server);
      return createS3Objects({ ...options, upload: 'put', ...more });
    };

    test('takes the file that was announced, with its type', async () => {
      const store = await putStore({ encryption: 'AES256' });
      for (const type of [TYPE, 'audio/mp3']) {
        const file = randomBytes(size);
        const url = await store.presignUpload('a.mp3', { ...conditions, file: { type, size } });
        expect((await post(url, file, type)).status).toBe(200);
        expect(await store.stat('a.mp3')).toEqual({ size, contentType: type });
        expect(await store.read('a.mp3')).toEqual(file);
      }
      store.close();
    });

    test('refuses another size, another type and another key, and stores nothing', async () => {
      const store = await putStore();
      const url = await store.presignUpload('b.mp3', { ...conditions, file: { type: TYPE, size } });
      const text = typeof url === 'string' ? url : expect.fail('a form in place of a URL');
      const file = randomBytes(size);
      for (const refused of [
        post(url, randomBytes(other)),
        post(url, randomBytes(size - 1)),
        post(url, file, 'text/html'),
        post(text.replace('b.mp3', 'c.mp3'), file),
        post(text.replace(/Signature=\w{8}/, 'Signature=00000000'), file),
      ])
        expect((await refused).status).toBe(403);
      for (const key of ['b.mp3', 'c.mp3']) expect(await store.stat(key)).toBeUndefined();
      store.close();
    });

    test('takes any size where none was announced, so that it is checked afterwards', async () => {
      const store = await putStore();
      const url = await store.presignUpload('d.mp3', { ...conditions, file: { type: TYPE } });
      expect((await post(url, randomBytes(other))).status).toBe(200);
      expect(await store.stat('d.mp3')).toEqual({ size: other, contentType: TYPE });
      store.close();
    });
  });

  test('is unavailable when its bucket is gone, and not taken for an empty one', async () => {
    const { options, remove } = await createTestBucket(server);
    const store = await createS3Objects(options);
    const conditions = { contentType: TYPE, maxBytes: 10, expiresInSeconds: 60 };
    const form = await store.presignUpload('a.mp3', conditions);
    await remove();
    await expectUnavailable(store, /NoSuchBucket/);
    expect((await post(form, Buffer.from('x'))).status).toBe(404);
  });

  test.each([
    ['an unknown key', { accessKeyId: 'unknown', secretAccessKey: 'x' }],
    ['a wrong secret', { accessKeyId: server?.accessKeyId ?? '', secretAccessKey: 'wrong' }],
  ])('is unavailable with %s', async (_what, credentials) => {
    const { options } = await createTestBucket(server);
    const store = await createS3Objects({ ...options, credentials });
    await expectUnavailable(store, /InvalidAccessKeyId|SignatureDoesNotMatch/);
  });
});

describe('Amazon S3', () => {
  const options = {
    bucket: 'hark-objects',
    region: 'eu-west-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b', sessionToken: 'c' },
    encryption: 'AES256',
  } as const;

  test('is addressed by the name of the bucket, and asked to encrypt', async () => {
    const store = await createS3Objects(options);
    const origin = 'https://hark-objects.s3.eu-west-1.amazonaws.com';
    const conditions = { contentType: TYPE, maxBytes: 10, expiresInSeconds: 60 };
    const { url, fields } = formOf(await store.presignUpload('voices/a.mp3', conditions));
    const encryption = { 'x-amz-server-side-encryption': 'AES256' };
    expect([url, fields]).toEqual([`${origin}/`, expect.objectContaining(encryption)]);
    const policy = JSON.parse(Buffer.from(fields['Policy'] ?? '', 'base64').toString()) as object;
    expect(policy).toMatchObject({ conditions: expect.arrayContaining([encryption]) as unknown[] });
    const link = new URL(await store.presignDownload('voices/a.mp3', 60));
    expect([link.origin, link.pathname]).toEqual([origin, '/voices/a.mp3']);
    expect(link.searchParams.get('X-Amz-Security-Token')).toBe('c');
  });

  test('is asked to encrypt what Hark stores itself', async () => {
    const asked: unknown[] = [];
    const stub = createServer((req, res) => {
      asked.push(req.headers['x-amz-server-side-encryption']);
      req.resume().on('end', () => res.end());
    }).listen(0, '127.0.0.1');
    await once(stub, 'listening');
    const endpoint = `http://127.0.0.1:${String((stub.address() as AddressInfo).port)}`;
    const store = await createS3Objects({ ...options, endpoint });
    await store.put('a.mp3', Buffer.from('x'), TYPE);
    const stream = async function* () {
      yield Buffer.from('x');
    };
    await store.putStream('a.zip', stream(), 'application/zip', 10);
    expect(asked).toEqual(['AES256', 'AES256']);
    store.close();
    stub.close();
  });
});

describe('a store that does not respond', () => {
  test('is unavailable', async () => {
    const endpoint = `http://127.0.0.1:${String(await freePort())}`;
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    await expectUnavailable(
      await createS3Objects({
        bucket: 'b',
        endpoint,
        region: 'us-east-1',
        credentials,
        encryption: 'none',
        maxAttempts: 1,
      }),
      /ECONNREFUSED/,
    );
  });
});

/** Expects that every request fails in a way that may be retried, and that nothing counts as missing. */
async function expectUnavailable(
  store: Awaited<ReturnType<typeof createS3Objects>>,
  code: RegExp,
): Promise<void> {
  const stream = async function* () {
    yield Buffer.from('x');
  };
  for (const call of [
    () => store.read('a.mp3'),
    () => store.put('a.mp3', Buffer.from('x'), TYPE),
    () => store.putStream('a.mp3', stream(), TYPE, 10),
    () => store.delete('a.mp3'),
  ])
    await expect(call()).rejects.toMatchObject({
      name: 'ProviderUnavailable',
      vendorCode: expect.stringMatching(code) as string,
    });
  await expect(store.stat('a.mp3')).rejects.toBeInstanceOf(ObjectStoreUnavailable);
  store.close();
}
