import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openS3Bucket, type S3Bucket } from './s3-bucket.ts';

/** Requests that the store has received, and from which one on it refuses them. */
let received: string[];
let refusedFrom: number;
const server = createServer((req, res) => {
  req.resume();
  received.push(String(req.method));
  if (received.length > refusedFrom) res.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
  else res.end('<ListBucketResult/>');
});
let bucket: S3Bucket;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  bucket = await openS3Bucket({
    bucket: 'hark',
    endpoint: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    encryption: 'none',
  });
});
beforeEach(() => {
  received = [];
});
afterAll(async () => {
  bucket.close();
  server.close();
  await once(server, 'close');
});

test.each<[string, string[], () => Promise<unknown>]>([
  ['use of the bucket', ['GET'], () => bucket.accessProblem()],
  ['storing of an object', ['PUT', 'DELETE'], () => bucket.writeProblem()],
  ['change of its CORS rules', ['PUT'], () => bucket.cors.replace([])],
  ['change of its lifecycle rules', ['PUT'], () => bucket.lifecycle.replace([])],
])('a %s is a problem if the store refuses any request of it', async (_, requests, check) => {
  refusedFrom = Infinity;
  expect(await check()).toBeUndefined();
  expect(received).toEqual(requests);
  for (const [at] of requests.entries()) {
    received = [];
    refusedFrom = at;
    expect(await check()).toMatchObject({ permanent: true });
    expect(received).toEqual(requests.slice(0, at + 1));
  }
});
