import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openS3Bucket, type S3Bucket } from './s3-bucket.ts';
import { corsRules, LIFECYCLE_RULES } from './s3-rules.ts';

/** Requests that the store has received, and from which one on it refuses them. */
let received: string[];
let refusedFrom: number;
/** The rules of the bucket, as they were last written. */
let rules: { [kind: string]: string };
const server = createServer((req, res) => {
  received.push(String(req.method));
  const refuse = (status: number, code: string) =>
    res.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
  const [, kind] = /\?(cors|lifecycle)/.exec(String(req.url)) ?? [];
  void text(req).then((body) => {
    if (kind !== undefined && req.method === 'PUT') rules[kind] = body;
    const none = kind === 'cors' ? 'NoSuchCORSConfiguration' : 'NoSuchLifecycleConfiguration';
    if (received.length > refusedFrom) refuse(403, 'AccessDenied');
    else if (kind === undefined) res.end('<ListBucketResult/>');
    else if (rules[kind] === undefined) refuse(404, none);
    else res.end(rules[kind]);
  });
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
  refusedFrom = Infinity;
  rules = {};
});
afterAll(async () => {
  bucket.close();
  server.close();
  await once(server, 'close');
});

test.each<[string, string[], () => Promise<unknown>]>([
  ['use of the bucket', ['GET'], () => bucket.accessProblem()],
  ['storing of an object', ['PUT', 'DELETE'], () => bucket.writeProblem()],
  ['change of its CORS rules', ['GET', 'PUT'], () => bucket.cors.set(corsRules(['https://hark.example']))],
  ['change of its lifecycle rules', ['GET', 'PUT'], () => bucket.lifecycle.set(LIFECYCLE_RULES)],
])('a %s is a problem if the store refuses any request of it', async (_, requests, check) => {
  expect(await check()).toBeUndefined();
  expect(received).toEqual(requests);
  for (const [at] of requests.entries()) {
    received = [];
    rules = {};
    refusedFrom = at;
    expect(await check()).toMatchObject({ permanent: true });
    expect(received).toEqual(requests.slice(0, at + 1));
  }
});

test('rules of others stay beside those that Hark sets, and are not written again once all are there', async () => {
  const others = {
    cors: [{ AllowedOrigins: ['https://other.example'], AllowedMethods: ['GET'] }],
    lifecycle: [
      { ID: 'theirs', Status: 'Enabled' as const, Filter: { Prefix: 'logs/' }, Expiration: { Days: 9 } },
    ],
  };
  const older = LIFECYCLE_RULES.map((rule) => ({ ...rule, Status: 'Disabled' as const }));
  const page = corsRules(['https://hark.example', 'https://www.hark.example']);
  const olderPage = page.map((rule) => ({ ...rule, AllowedMethods: ['POST'] }));
  expect(await bucket.cors.set([...others.cors, ...olderPage])).toBeUndefined();
  expect(await bucket.lifecycle.set([...older, ...others.lifecycle])).toBeUndefined();
  for (let time = 0; time < 2; time += 1) {
    received = [];
    const turned = corsRules(['https://www.hark.example', 'https://hark.example']);
    expect(await bucket.cors.set(turned)).toBeUndefined();
    expect(await bucket.lifecycle.set(LIFECYCLE_RULES)).toBeUndefined();
    expect(received).toEqual(time === 0 ? ['GET', 'PUT', 'GET', 'PUT'] : ['GET', 'GET']);
    expect(await bucket.cors.read()).toEqual([...turned, ...others.cors]);
    expect(await bucket.lifecycle.read()).toEqual([...LIFECYCLE_RULES, ...others.lifecycle]);
  }
});

test('rules that cannot be read are not replaced, and the permissions for them are named', async () => {
  refusedFrom = 0;
  expect((await bucket.cors.set(corsRules(['https://hark.example'])))?.line).toBe(
    'S3_BUCKET: the key may not set the CORS rules of the bucket "hark"; it needs s3:GetBucketCORS and s3:PutBucketCORS',
  );
  expect((await bucket.lifecycle.set(LIFECYCLE_RULES))?.line).toMatch(
    /set the lifecycle rules .* s3:GetLifecycleConfiguration and s3:PutLifecycleConfiguration$/,
  );
  expect(received).toEqual(['GET', 'GET']);
});
