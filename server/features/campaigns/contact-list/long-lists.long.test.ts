import { request, type ClientRequest } from 'node:http';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PLANS } from '#shared/plans.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { confirmOverHttp, payPlan } from '#server/app/seed/account-setup.ts';
import { demoContacts } from '#server/app/seed/demo-data.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { testLedger } from '#server/features/credits/testing/test-ledger.ts';
import { JSON_TYPE, send } from '#server/testing/http/documented-calls.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';

const MB = 1024 * 1024;
const CREATE = '/api/campaigns/create/';
const CHECK = '/api/campaigns/check-list/';
const FORM = { 'content-type': 'multipart/form-data; boundary=b' };

let hark: TestHark;
let ana: Subscriber;
beforeAll(async () => {
  hark = await startHark();
  ana = await newSubscriber(hark, 'Autumn');
}, 60_000);
afterAll(() => hark.stop());

const draft = (name: string, contacts: unknown) => ({
  campaign_name: name,
  message: 'Hello {first_name}',
  voice_id: ana.voiceId,
  drop_date: new Date(Date.now() + DAY_MS).toISOString(),
  contacts,
});

async function create(body: string, headers: Record<string, string> = {}) {
  const cookie = ana.client.cookie();
  const response = await send(hark, CREATE, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    cookie,
    body,
  });
  return {
    status: response.status,
    text: response.text,
    body: JSON.parse(response.text) as Record<string, unknown>,
  };
}

/** Starts a request without sending its body. */
function begin(path: string, headers: Record<string, string | number>) {
  const sent: ClientRequest = request(new URL(path, hark.baseUrl), { method: 'POST', headers });
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.on('response', (res) => {
      res.resume();
      resolve(res.statusCode);
    });
    sent.on('error', reject);
  });
  sent.flushHeaders();
  return { sent, status };
}

async function statusOfHeaders(path: string, headers: Record<string, string | number>) {
  const { sent, status } = begin(path, headers);
  const result = await status;
  sent.destroy();
  return result;
}

/** Takes all credits of a user by a correction. */
async function spendAll(uid: string) {
  const connection = await connectDatabase(hark.mongodbUri);
  const ledger = testLedger(connection, { clock: hark.clock });
  const user = await connection.collection<{ _id: string; streamId: string }>('users').findOne({ _id: uid });
  const amount = -PLANS.launch.benefits.assignedCredits;
  const spent = { type: 'adjust', key: `adjust:${newId()}`, amount, reason: 'Spent' } as const;
  expect(await ledger.execute(user?.streamId ?? '', spent)).toMatchObject({ ok: true });
  await ledger.close();
  await connection.close();
}

const spooled = async () => {
  const names = await readdir(join(hark.dataDir, 'spool')).catch(() => []);
  return names.length;
};

describe('a long list', () => {
  it('of an account without a plan is refused before it is read, in either form', async () => {
    const { client } = await hark.newUser();
    const cookie = client.cookie();
    for (const length of [17 * 1024, 60 * MB]) {
      const size = { 'content-length': length };
      expect(await statusOfHeaders(CREATE, { ...JSON_TYPE, ...size, cookie })).toBe(403);
      expect(await statusOfHeaders(CREATE, { ...FORM, ...size, cookie })).toBe(403);
      expect(await statusOfHeaders(CHECK, { ...JSON_TYPE, ...size, cookie })).toBe(403);
    }
    expect(await statusOfHeaders(CREATE, { ...JSON_TYPE, 'transfer-encoding': 'chunked', cookie })).toBe(403);
  });

  it('without a session is refused before it is read', async () => {
    const headers = { ...JSON_TYPE, 'content-length': 60 * MB };
    expect(await statusOfHeaders(CREATE, headers)).toBe(401);
    expect(await statusOfHeaders(`/contacts/csv-upload/${ana.campaignId}/`, headers)).toBe(401);
  });

  it('that is compressed is refused before it is read', async () => {
    const cookie = ana.client.cookie();
    for (const type of [JSON_TYPE, FORM]) {
      const headers = { ...type, 'content-length': 61 * 1024, 'content-encoding': 'gzip', cookie };
      expect(await statusOfHeaders(CREATE, headers)).toBe(415);
    }
  });

  it('for another user’s campaign is refused with 404', async () => {
    const { client } = await hark.newUser();
    const headers = { ...JSON_TYPE, 'content-length': MB, cookie: client.cookie() };
    expect(await statusOfHeaders(`/contacts/csv-upload/${ana.campaignId}/`, headers)).toBe(404);
  });

  it('is refused above 200,000 contacts', async () => {
    const { status, body } = await create(JSON.stringify(draft('Long', Array(200_001).fill({}))));
    const problem = 'may have at most 200,000 entries; send a longer list as a CSV file';
    expect([status, body['fields']]).toEqual([400, { contacts: problem }]);
  });

  it('with errors in every line gets the first 10,000 of them', async () => {
    const { status, body } = await create(JSON.stringify(draft('Long', Array(200_000).fill({}))));
    expect([status, body['code']]).toEqual([400, 'INVALID_CSV']);
    expect(body['errors']).toHaveLength(10_000);
  });

  it.each([
    ['a field of another type', [{ id: [] }], { 'contacts.0.id': expect.any(String) as string }],
    ['an item that is not an object', ['x'], { 'contacts.0': 'must be an object' }],
    ['a database operator', [{}, { $gt: 1 }], { 'contacts.1.$gt': 'is not allowed' }],
    ['an object instead of a list', { 0: {} }, { contacts: 'At least one contact is required' }],
    ['no contacts', [], { contacts: 'At least one contact is required' }],
    [
      'deep nesting',
      [JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as unknown],
      { body: 'is nested deeper than 32 levels' },
    ],
    [
      'a list within a contact',
      [{ id: Array.from({ length: 2_000 }, () => 1) }],
      { body: 'has more than 1,000 values beside or within a contact' },
    ],
    ['a very long text', [{ id: 'x'.repeat(20_000) }], { body: 'has a text of more than 16,384 characters' }],
  ])('with %s is refused with the field name', async (_what, contacts, fields) => {
    const { status, body } = await create(`${' '.repeat(17_000)}${JSON.stringify(draft('Wrong', contacts))}`);
    expect([status, body['fields']]).toEqual([400, fields]);
  });

  it.each(['{"contacts":[{}', '[]]', '{"contacts":[{},]}', '{} {}', '"text"'])(
    'that is not JSON is refused: %s',
    async (text) => {
      const { status, body } = await create(text + ' '.repeat(17 * 1024));
      expect([status, body['code']]).toEqual([400, 'INVALID_INPUT']);
    },
  );

  it('without the draft is refused with the missing fields', async () => {
    const { status, body } = await create(JSON.stringify({ contacts: Array(6_000).fill({}) }));
    expect(status).toBe(400);
    expect(body['fields']).toEqual({
      campaign_name: 'is missing',
      message: 'is missing',
      voice_id: 'is missing',
    });
  });

  it('leaves nothing in the spool folder', async () => {
    await vi.waitFor(async () => {
      expect(await spooled()).toBe(0);
    });
  });

  it('waits for an earlier list of the same user', async () => {
    const headers = { ...JSON_TYPE, 'content-length': MB, cookie: ana.client.cookie() };
    const first = begin(CREATE, headers);
    first.status.catch(() => undefined);
    first.sent.write('{"contacts":[');
    await vi.waitFor(async () => {
      expect(await spooled()).toBe(1);
    });
    let responded = false;
    const second = create(JSON.stringify({ contacts: Array(6_000).fill({}) })).finally(() => {
      responded = true;
    });
    const bob = await newSubscriber(hark, 'Of Bob');
    const other = await bob.client.post(CREATE, { contacts: Array(6_000).fill({}) });
    expect([other.status, responded]).toEqual([400, false]);
    first.sent.destroy();
    expect((await second).status).toBe(400);
  });

  it('creates a campaign once per key, even with the last credits', async () => {
    const contacts = demoContacts(399, 213, 0);
    contacts[7] = { ...contacts[7], address1: 'One\u2028two, "three"\n4' } as (typeof contacts)[number];
    const body = JSON.stringify(draft('Long', contacts));
    expect(body.length).toBeGreaterThan(16 * 1024);
    const key = { 'idempotency-key': 'long-list' };
    const created = await create(body, key);
    expect([created.status, created.body]).toMatchObject([
      201,
      { success: true, campaign: { total: 399 }, credit_cost: 19_950, balance: 0 },
    ]);
    const page = await ana.client.get('/api/campaigns/Long/contacts/?page_size=10');
    expect(page.body['contacts']).toMatchObject({ 7: { address1: 'One\u2028two, "three"\n4' } });
    expect(await create(body, key)).toMatchObject({ status: 201, body: created.body });
    expect((await create(body.replace('"Long"', '"Other"'), key)).status).toBe(422);
  });

  it('is refused before it is read if the credits do not cover one call', async () => {
    const { client, uid } = await hark.newUser();
    await payPlan(client, confirmOverHttp(hark.baseUrl), 'launch');
    await spendAll(uid);
    const cookie = client.cookie();
    const size = { 'content-length': 60 * MB };
    expect(await statusOfHeaders(CREATE, { ...JSON_TYPE, ...size, cookie })).toBe(402);
    expect(await statusOfHeaders(CREATE, { ...FORM, ...size, cookie })).toBe(402);
    // What it would cost is to be seen before credits are bought.
    const contacts = demoContacts(399, 213, 0);
    expect((await client.post(CHECK, { contacts })).body).toMatchObject({ contacts: 399 });
  });

  it('that adds contacts is refused before it is read, whatever is held for other calls', async () => {
    const cookie = ana.client.cookie();
    const add = `/contacts/csv-upload/${ana.campaignId}/`;
    expect(await statusOfHeaders(add, { ...JSON_TYPE, 'content-length': MB, cookie })).toBe(402);
  });

  it('that may replace a campaign is read if credits are held, and refused without the name of one', async () => {
    const body = JSON.stringify(draft('More', demoContacts(399, 213, 0)));
    expect((await create(body)).body).toMatchObject({ code: 'INSUFFICIENT_CREDITS', needed: 25_935 });
    const replacing = JSON.stringify({ ...draft('Long', demoContacts(399, 213, 0)), replaces: 'Long' });
    expect(await create(replacing)).toMatchObject({ status: 201, body: { credit_cost: 19_950, balance: 0 } });
  });
});
