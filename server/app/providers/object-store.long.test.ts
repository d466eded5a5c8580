import { afterEach, describe, expect, test } from 'vitest';
import { EnvError, parseEnv } from '#server/app/env/env.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { openS3Bucket } from '#server/providers/objects/s3-bucket.ts';
import { corsRules } from '#server/providers/objects/s3-rules.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { freePort } from '#server/testing/fakes/free-port.ts';
import { formOf } from '#server/providers/objects/contract.ts';
import { s3Server } from '#server/testing/s3/s3-server.ts';
import { createTestBucket, type TestBucket } from '#server/testing/s3/test-bucket.ts';
import { composeObjects } from './object-store.ts';

const PAGE = 'https://hark.example';
const server = await s3Server();

describe.skipIf(server === undefined)('a start with a bucket', () => {
  let bucket: TestBucket;
  afterEach(() => bucket.remove());

  test('says that browsers cannot upload, until the bucket has its CORS rule, and writes nothing', async () => {
    bucket = await createTestBucket(server);
    const line = `S3_BUCKET: the bucket "${bucket.options.bucket}" does not let pages of ${PAGE} upload; "npm run objects -- cors --apply" sets its CORS rule`;
    expect(await start(bucket.settings)).toEqual([line]);
    expect(await start({ ...bucket.settings, HARK_ROLE: 'worker' })).toEqual([]);
    const admin = await openS3Bucket(bucket.options);
    await admin.cors.set(corsRules(['https://other.example']));
    expect(await start(bucket.settings)).toEqual([line]);
    await admin.cors.set(corsRules([PAGE]));
    expect(await start(bucket.settings)).toEqual([]);
    expect(await admin.cors.read()).toMatchObject([
      { AllowedOrigins: [PAGE] },
      { AllowedOrigins: ['https://other.example'] },
    ]);
    expect(await bucket.keys()).toEqual([]);
  });

  test.each([
    [{ AWS_ACCESS_KEY_ID: 'unknown' }, /^AWS_ACCESS_KEY_ID: http:\S+ does not know this key$/],
    [
      { AWS_SECRET_ACCESS_KEY: 'wrong' },
      /^AWS_SECRET_ACCESS_KEY: is not the secret of AWS_ACCESS_KEY_ID at http:\S+$/,
    ],
    [{ S3_BUCKET: 'not-there' }, /^S3_BUCKET: there is no bucket "not-there" at http:\S+; create it first$/],
  ])('is refused with %j', async (wrong, line) => {
    bucket = await createTestBucket(server);
    const refused = await start({ ...bucket.settings, ...wrong }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(EnvError);
    expect((refused as EnvError).message).toMatch(line);
  });

  test('says that the clock is wrong', async () => {
    bucket = await createTestBucket(server);
    const admin = await openS3Bucket(bucket.options);
    await admin.cors.set(corsRules([PAGE]));
    const fast = createTestClock(new Date(Date.now() + 3_600_000));
    expect(await start(bucket.settings, fast)).toEqual([
      'S3_ENDPOINT: the clock of this machine is 60 minutes ahead of that of the object store, so that uploads and links fail',
    ]);
  });
});

test('a start with a store that does not respond goes on and says so', async () => {
  const S3_ENDPOINT = `http://127.0.0.1:${String(await freePort())}`;
  const settings = { S3_BUCKET: 'hark', S3_ENDPOINT, AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  expect(await start(settings)).toEqual([
    `S3_ENDPOINT: ${S3_ENDPOINT} does not respond as an object store (ECONNREFUSED)`,
  ]);
});

test('the settings of a bucket reach its forms', async () => {
  const settings = {
    S3_BUCKET: 'hark',
    S3_ENDPOINT: `http://127.0.0.1:${String(await freePort())}`,
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
    AWS_SESSION_TOKEN: 'token',
    S3_ENCRYPTION: 'AES256',
  };
  const { store, close } = await composeObjects({
    env: parseEnv(settings),
    baseUrl: PAGE,
    clock: createTestClock(new Date()),
    log: createLogger('silent'),
  });
  const conditions = { contentType: 'audio/mpeg', maxBytes: 10, expiresInSeconds: 60 };
  const { fields } = formOf(await store.presignUpload('voices/a.mp3', conditions));
  expect(fields).toMatchObject({
    'x-amz-server-side-encryption': 'AES256',
    'X-Amz-Security-Token': 'token',
  });
  close();
});

/** Opens the object store as a process does; returns what it logs. */
async function start(
  settings: Record<string, string>,
  clock = createTestClock(new Date()),
): Promise<string[]> {
  const lines: string[] = [];
  const log = createLogger('silent');
  log.warn = (line: unknown) => {
    lines.push(String(line));
  };
  const objects = await composeObjects({ env: parseEnv(settings), baseUrl: PAGE, clock, log });
  objects.close();
  return lines;
}
