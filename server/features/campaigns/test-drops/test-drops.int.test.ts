import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createAuditSources } from '#server/app/database/audit.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { auditOf } from '#server/features/credits/testing/test-ledger.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';
import { testOwnerOf } from './test-owner.ts';

let hark: TestHark;
let database: Awaited<ReturnType<typeof connectDatabase>>;
let user: Subscriber;
let phone: string;
let numbers = 0;

beforeAll(async () => {
  hark = await startHark();
  database = await connectDatabase(hark.mongodbUri);
}, 60_000);
beforeEach(async () => {
  user = await newSubscriber(hark, 'Autumn');
  phone = `1202557${String(3_100 + ++numbers)}`;
});
afterAll(async () => {
  await database.close();
  await hark.stop();
});

const callPhone = (called = phone) =>
  user.client.post('/api/test-drops/phone/', { phone: called, voice_id: user.voiceId });
const confirm = (code: string) => user.client.post('/api/test-drops/phone/confirm/', { code });
const drop = (body: object = {}) =>
  user.client.post('/api/test-drops/', { voice_id: user.voiceId, message: 'Hello {first_name}', ...body });
const overview = async () => (await user.client.get('/api/test-drops/')).body;

/** Returns the code that the latest call of the user speaks. */
async function spokenCode(): Promise<string> {
  const calls = database.collection<{ userId: string; name: string; message: string; createdAt: Date }>(
    'campaigns',
  );
  const owner = { userId: testOwnerOf(user.uid), name: 'Phone confirmation' };
  const call = await calls.findOne(owner, { sort: { createdAt: -1, _id: 1 } });
  return /(\d, ){5}\d/.exec(call?.message ?? '')?.[0].replaceAll(', ', '') ?? '';
}

async function confirmPhone(): Promise<void> {
  expect((await callPhone()).status).toBe(200);
  expect((await confirm(await spokenCode())).body).toEqual({ success: true, phone });
}

test('a phone is confirmed by the code that it was called with', async () => {
  expect(await overview()).toEqual({ phone: null, pending_phone: null, left_today: 10 });
  expect((await drop()).status).toBe(403);
  expect((await callPhone()).body).toMatchObject({ success: true, phone });
  expect(await overview()).toMatchObject({ phone: null, pending_phone: phone });
  const code = await spokenCode();
  const wrong = code === '000000' ? '000001' : '000000';
  expect(await confirm(wrong)).toMatchObject({
    status: 400,
    body: { fields: { code: 'This is not the code that was spoken.' } },
  });
  expect((await confirm(code)).status).toBe(200);
  expect(await overview()).toEqual({ phone, pending_phone: null, left_today: 10 });
  expect((await confirm(code)).status).toBe(400);
});

test('a code is refused after five wrong ones', async () => {
  await callPhone();
  const code = await spokenCode();
  const wrong = code === '000000' ? '000001' : '000000';
  for (let times = 0; times < 5; times++) expect((await confirm(wrong)).status).toBe(400);
  expect((await confirm(code)).status).toBe(400);
  expect(await overview()).toMatchObject({ phone: null });
});

test('a code that has expired is neither waited for nor taken', async () => {
  await callPhone();
  const code = await spokenCode();
  await database
    .collection<{ _id: string }>('test_phones')
    .updateOne({ _id: user.uid }, { $set: { expiresAt: new Date(Date.now() - 1) } });
  expect(await overview()).toMatchObject({ phone: null, pending_phone: null });
  expect((await confirm(code)).status).toBe(400);
});

/** Waits until a test drop of the user is delivered. */
async function expectDelivered(id: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const found = await user.client.get(`/api/test-drops/${id}/`);
      expect(found.body).toMatchObject({
        test_drop: { status: 'delivered', reason: null, reason_code: null },
      });
    },
    { timeout: 20_000, interval: 200 },
  );
}

const credits = async () => (await user.client.get('/dropcowboy/credits/')).body;

test('a test drop is delivered, charged as one call, and in no list of the user', async () => {
  await confirmPhone();
  const before = await user.client.get('/api/campaigns/');
  const created = await drop();
  expect(created).toMatchObject({ status: 201, body: { test_drop: { phone, status: 'calling' } } });
  const { id } = created.body['test_drop'] as { id: string };
  await expectDelivered(id);
  expect((await user.client.get('/api/campaigns/')).body).toEqual(before.body);
  for (const path of [id, encodeURIComponent('Test call')])
    expect((await user.client.get(`/api/campaigns/${path}/status/`)).status).toBe(404);
  const drops = await fetch(`${hark.baseUrl}/local/carrier/drops?campaign=${id}`);
  expect(await drops.json()).toMatchObject([{ to: `+${phone}`, deliveries: 1 }]);
  expect(await overview()).toMatchObject({ left_today: 9 });

  const other = await hark.newUser();
  expect((await other.client.get(`/api/test-drops/${id}/`)).status).toBe(404);
  const owned = await database.collection('campaigns').countDocuments({ userId: user.uid });
  expect(owned).toBe(1);
});

test('a test drop that failed says why, in words and as a code', async () => {
  await confirmPhone();
  const { id } = (await drop()).body['test_drop'] as { id: string };
  await expectDelivered(id);
  await database
    .collection<{ _id: string }>('campaigns')
    .updateOne({ _id: id }, { $set: { status: 'Failed' } });
  const failed = { status: 'failed', code: '4006', reason: 'Busy' };
  await database.collection('contacts').updateOne({ campaignId: id }, { $set: failed });
  expect((await user.client.get(`/api/test-drops/${id}/`)).body).toMatchObject({
    test_drop: { status: 'failed', reason: 'Busy', reason_code: '4006' },
  });
});

test('a test drop says the Email and Company of its contact', async () => {
  await confirmPhone();
  const contact = {
    first_name: 'Ann',
    last_name: 'Lee',
    id: '1',
    email: 'ann@maple.example',
    company_name: 'Maple & Sons',
  };
  const message = 'Hi {first_name} of {company}, we wrote to {email}.';
  const created = await drop({ message, contact });
  const { id } = created.body['test_drop'] as { id: string };
  await expectDelivered(id);
  const drops = await fetch(`${hark.baseUrl}/local/carrier/drops?campaign=${id}`);
  expect(await drops.json()).toMatchObject([
    { text: 'Hi Ann of Maple & Sons, we wrote to ann@maple.example.' },
  ]);
});

test('a test drop costs what one call costs, and the ledger agrees', async () => {
  await confirmPhone();
  const spoken = await database.collection('campaigns').findOne({ userId: testOwnerOf(user.uid) });
  await expectDelivered(String(spoken?._id));
  const before = await credits();
  const { body } = await drop();
  // The campaign of the subscriber has one contact.
  const campaign = await user.client.get(`/api/campaigns/${user.campaignId}/`);
  const cost = (campaign.body['campaign'] as { credit_cost: number }).credit_cost;
  const balance = Number(before['balance']) - cost;
  expect(body).toMatchObject({ credit_cost: cost, balance });
  await expectDelivered((body['test_drop'] as { id: string }).id);
  expect(await credits()).toEqual({ ...before, balance });
  const { streamId } = (await database
    .collection<{ _id: string; streamId: string }>('users')
    .findOne({ _id: user.uid })) ?? { streamId: '' };
  const report = await auditOf(database, streamId, createAuditSources(database).all);
  expect(report).toMatchObject({ differences: [], inProgress: [] });
});

test('ten test drops can be placed a day, exactly, also at once', async () => {
  await confirmPhone();
  const answers = await Promise.all(Array.from({ length: 14 }, () => drop()));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429, 429, 429, 429]);
  expect(await overview()).toMatchObject({ left_today: 0 });
}, 60_000);

test('a phone on the do-not-call list is not called, and none is called often for its code', async () => {
  await user.client.post('/api/suppressions/', { phone });
  expect(await callPhone()).toMatchObject({
    status: 409,
    body: { message: 'This phone is on a do-not-call list.' },
  });
  const another = `1202558${phone.slice(-4)}`;
  const statuses = [];
  for (let times = 0; times < 4; times++) statuses.push((await callPhone(another)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('a code is not spoken to a phone in no state or province', async () => {
  const elsewhere = 'This is not a phone in the US or Canada.';
  for (const [called, problem] of [
    ['19005550143', 'Area code 900 costs extra and is not called'],
    ['18765550143', elsewhere],
    ['18005550143', elsewhere],
    ['10005550143', 'Area code 000 does not exist'],
  ] as const) {
    expect([called, await callPhone(called)]).toMatchObject([
      called,
      { status: 400, body: { fields: { phone: problem } } },
    ]);
    expect(await overview()).toMatchObject({ pending_phone: null });
  }
});

/** Waits until a test drop of the user has this status. */
async function becomes(answer: Awaited<ReturnType<typeof drop>>, status: string): Promise<void> {
  const { id } = answer.body['test_drop'] as { id: string };
  await vi.waitFor(
    async () => {
      const { body } = await user.client.get(`/api/test-drops/${id}/`);
      expect(body).toMatchObject({ test_drop: { status } });
    },
    { timeout: 20_000, interval: 200 },
  );
}

test('a person who was called for a code and asks for no more calls is on the list of the user', async () => {
  const asking = '12025580007';
  expect((await callPhone(asking)).status).toBe(200);
  await vi.waitFor(
    async () => {
      const { body } = await user.client.get('/api/suppressions/');
      expect(body).toMatchObject({ suppressions: [{ phone: asking }] });
    },
    { timeout: 20_000, interval: 200 },
  );
});

test('test drops are not limited by how often a number may be called', async () => {
  await confirmPhone();
  await user.client.put('/api/calling-profile/', { call_limit: { calls: 1, days: 7 } });
  await becomes(await drop(), 'delivered');
  await becomes(await drop(), 'delivered');
  const logged = await database.collection<{ _id: string }>('call_log').findOne({ _id: new RegExp(phone) });
  expect(logged).toBeNull();
});

test('nothing is called without a plan or in the voice of another user', async () => {
  const free = await hark.newUser();
  const body = { phone, voice_id: user.voiceId };
  expect((await free.client.post('/api/test-drops/phone/', body)).status).toBe(403);
  const other = await newSubscriber(hark, 'Other');
  expect((await other.client.post('/api/test-drops/phone/', body)).status).toBe(403);
  await confirmPhone();
  expect((await drop({ message: 'Hello {unknown}' })).status).toBe(400);
  expect(await overview()).toMatchObject({ left_today: 10 });
}, 60_000);
