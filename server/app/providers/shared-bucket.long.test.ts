import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { melodyMp3 } from '#server/emulators/speech/tone.ts';
import { post } from '#server/providers/objects/contract.ts';
import type { PresignedUpload } from '#server/providers/objects/port.ts';
import type { HarkClient } from '#server/app/seed/hark-client.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { s3Server } from '#server/testing/s3/s3-server.ts';
import { createTestBucket, type TestBucket } from '#server/testing/s3/test-bucket.ts';

const RECORDING = Buffer.from(await melodyMp3(1, 1));
const server = await s3Server();

describe.skipIf(server === undefined)('two web processes with one bucket', () => {
  let bucket: TestBucket;
  let one: TestHark;
  let other: TestHark;
  beforeAll(async () => {
    bucket = await createTestBucket(server);
    const settings = { ...bucket.settings, SESSION_SECRET: 'a secret of both processes' };
    one = await startHark(settings);
    other = await startHark({ ...settings, MONGODB_URI: one.mongodbUri });
  });
  afterAll(async () => {
    await other.stop();
    await one.stop();
  });

  test('a voice uploaded through one is played and deleted through the other', async () => {
    const { client } = await one.newUser();
    const elsewhere = other.newClient(client.cookie());
    const vid = await upload(client);
    const { body } = await elsewhere.get('/users/user-info/');
    expect(body['voice_ids']).toMatchObject([{ vid, title: 'Ana' }]);
    const link = await elsewhere.get(`/users/stream-audio/${vid}/`);
    const played = await fetch(String(link.body['url']), { headers: { range: 'bytes=0-99' } });
    expect([played.status, Buffer.from(await played.arrayBuffer())]).toEqual([
      206,
      RECORDING.subarray(0, 100),
    ]);
    expect(await recordings()).toEqual([expect.stringContaining(vid)]);
    expect((await elsewhere.post('/trpc/voices.remove', { id: vid })).status).toBe(200);
    await vi.waitFor(async () => expect(await recordings()).toEqual([]), 10_000);
    expect((await fetch(String(link.body['url']))).status).toBe(404);
  });

  async function recordings(): Promise<string[]> {
    return (await bucket.keys()).filter((key) => /^(voices|uploads)\//.test(key));
  }

  test('an export that one makes is downloaded through the other, and goes with the account', async () => {
    const { client, email, uid } = await one.newUser();
    const elsewhere = other.newClient(client.cookie());
    await upload(client);
    const id = await makeExport(elsewhere);
    const { body } = await client.post('/trpc/accountExport.download', { id });
    const { result } = body as { result: { data: { url: string } } };
    const file = Buffer.from(await (await fetch(result.data.url)).arrayBuffer());
    expect(file.includes('voices/')).toBe(true);
    expect(file.includes(RECORDING)).toBe(true);

    // The list of erased accounts keeps the id, so that a restore erases the account again.
    const ofAccount = async () =>
      (await bucket.keys()).filter((key) => key.includes(uid) && !key.startsWith('erasures/'));
    expect(await ofAccount()).toHaveLength(2);
    const proof = { email, password: 'correct horse' };
    expect((await elsewhere.post('/trpc/accountDeletion.request', proof)).status).toBe(200);
    await vi.waitFor(async () => expect(await ofAccount()).toEqual([]), 20_000);
  });

  test('pages may load from the bucket and send to it', async () => {
    const policy = (await fetch(one.baseUrl)).headers.get('content-security-policy') ?? '';
    const origin = bucket.options.endpoint;
    expect(policy).toMatch(new RegExp(`connect-src [^;]*${origin}`));
    expect(policy).toMatch(new RegExp(`media-src [^;]*${origin}`));
  });
});

test.skipIf(server === undefined)('a bucket that goes away during an upload loses nothing', async () => {
  const bucket = await createTestBucket(server);
  const hark = await startHark(bucket.settings);
  const { client } = await hark.newUser();
  await upload(client);
  const { form, vid } = await begin(client);
  await bucket.remove();
  expect((await post(form, RECORDING)).status).toBe(404);
  const confirm = () => client.post('/trpc/voices.confirmUpload', { id: vid });
  expect(await confirm()).toMatchObject({
    status: 503,
    body: { error: { message: 'Recordings are not available for a moment. Please try again.' } },
  });
  expect((await client.get('/users/user-info/')).body['voice_ids']).toHaveLength(1);
  await bucket.create();
  expect((await post(form, RECORDING)).status).toBe(204);
  expect(await confirm()).toMatchObject({ status: 200 });
  await hark.stop();
});

/** Returns the id of a new export once its file is ready. */
async function makeExport(client: HarkClient): Promise<string> {
  expect((await client.post('/trpc/accountExport.request')).status).toBe(200);
  return vi.waitFor(async () => {
    const { body } = await client.get('/trpc/accountExport.overview');
    const { result } = body as { result: { data: { latest: { id: string; status: string } } } };
    expect(result.data.latest.status).toBe('ready');
    return result.data.latest.id;
  }, 20_000);
}

async function begin(client: HarkClient): Promise<{ form: PresignedUpload; vid: string }> {
  const query = new URLSearchParams({ file_name: 'ana.mp3', file_type: 'audio/mpeg', title: 'Ana' });
  const { body } = await client.get(`/users/upload-audio/?${query.toString()}`);
  return { form: body['message'] as PresignedUpload, vid: String(body['vid']) };
}

async function upload(client: HarkClient): Promise<string> {
  const { form, vid } = await begin(client);
  expect((await post(form, RECORDING)).status).toBe(204);
  expect(await client.post('/trpc/voices.confirmUpload', { id: vid })).toMatchObject({ status: 200 });
  return vid;
}
