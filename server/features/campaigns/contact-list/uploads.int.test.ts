import { readdir, readFile } from 'node:fs/promises';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import express, { type Request } from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeText } from '#shared/fixtures/encode-text.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';
import { createRestRouter } from '#server/platform/http/rest.ts';
import { draftOf } from '#server/testing/system/campaign-drafts.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

const FIXTURES = new URL('../../../../shared/fixtures/', import.meta.url);
const csvOf = (name: string) => readFile(new URL(name, FIXTURES));

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser | null;
let owner: SignedInUser;
let server: Server;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode();
  server = await serve(node);
});

/** Serves the REST paths of campaigns over HTTP; errors they log go to `logged`. */
function serve({ campaigns }: CampaignNode, logged: (error: unknown) => void = () => undefined) {
  const app = express();
  const log = pino({
    hooks: {
      logMethod: ([details]) => {
        logged(details);
      },
    },
  });
  const createContext = (req: Request) =>
    Promise.resolve({ ...contextOf(owner, req.get('idempotency-key')), user });
  app.use(createRestRouter({ appRouter: campaigns.router, createContext, log }));
  return new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => {
      resolve(listening);
    });
  });
}

const close = (open: Server) => new Promise((resolve) => open.close(resolve));

beforeEach(async () => {
  owner = await node.subscriber('launch');
  user = owner;
});

afterAll(async () => {
  await close(server);
  await system.stop();
});

async function post(
  path: string,
  body: RequestInit['body'],
  headers: Record<string, string> = {},
  to: Server = server,
) {
  const response = await fetch(`http://127.0.0.1:${String((to.address() as AddressInfo).port)}${path}`, {
    method: 'POST',
    headers,
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>,
  };
}

function formOf(file: Uint8Array | undefined, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file !== undefined) form.set('csv_file', new Blob([new Uint8Array(file)]), 'contacts.csv');
  return form;
}

/** Sends a form that stops in the middle of its file. */
function heldUpload(headers: Record<string, string> = {}) {
  const outgoing = request({
    port: (server.address() as AddressInfo).port,
    path: '/api/campaigns/create/',
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', ...headers },
  });
  const closed = new Promise<void>((resolve) => {
    outgoing.on('error', () => undefined).on('close', resolve);
  });
  const responded = new Promise<number | undefined>((resolve) => {
    outgoing.on('response', ({ statusCode }) => {
      resolve(statusCode);
    });
  });
  outgoing.write(
    '--b\r\nContent-Disposition: form-data; name="csv_file"; filename="a.csv"\r\n\r\nid,FirstName',
  );
  return {
    /** The status of a response that arrives before the end of the form. */
    responded,
    abort() {
      outgoing.destroy(new Error('aborted'));
      return closed;
    },
  };
}

const { contacts: _contacts, ...draft } = draftOf({ uid: '', streamId: '' });
const fieldsOf = () => ({
  ...draft,
  campaign_name: `Upload ${owner.uid}`,
  voice_id: `voice-of-${owner.uid}`,
});
const create = (file: Uint8Array | undefined, headers?: Record<string, string>) =>
  post('/api/campaigns/create/', formOf(file, fieldsOf()), headers);
const spooled = async () => (await readdir(node.deps.spool.dir).catch(() => [])).length;

it('a file is checked without being stored', async () => {
  await node.listOf(owner).add({ phone: '12025550002' });
  const response = await post('/api/campaigns/check-list/', formOf(await csvOf('contacts-outcomes.csv')));
  expect(response).toMatchObject({
    status: 200,
    body: { contacts: 8, left_out: [{ line: 3, phone: '12025550002', reason: 'do not call' }] },
  });
  expect((await node.as(owner).list()).campaigns).toEqual([]);
  await expect.poll(spooled).toBe(0);
});

describe('a campaign from a file', () => {
  it('is created like one from a JSON body', async () => {
    const response = await create(await csvOf('contacts-outcomes.csv'));
    expect(response).toMatchObject({
      status: 201,
      body: { success: true, credit_cost: 450, balance: 19_550, campaign: { status: 'Scheduled', total: 9 } },
    });
    const { contacts } = await node.as(owner).contacts({ id: fieldsOf().campaign_name });
    expect(contacts[4]).toMatchObject({
      id: 'c000005',
      first_name: 'Sarah',
      address2: 'Suite 210, Floor 2',
      recommended_phone: '12025550005',
    });
    await expect.poll(spooled).toBe(0);
  });

  it('is called at the hours that the form names', async () => {
    const file = formOf(await csvOf('contacts-outcomes.csv'), {
      ...fieldsOf(),
      'calling_hours.from': '10:30',
      'calling_hours.days': '6,7',
    });
    expect(await post('/api/campaigns/create/', file)).toMatchObject({
      status: 201,
      body: { campaign: { calling_hours: { from: '10:30', to: '20:00', days: [6, 7] } } },
    });
  });

  it('makes the automatic retries that the form names', async () => {
    const retry = { 'retry.after_days': '2', 'retry.times': '3' };
    const file = formOf(await csvOf('contacts-outcomes.csv'), { ...fieldsOf(), ...retry });
    expect(await post('/api/campaigns/create/', file)).toMatchObject({
      status: 201,
      body: { campaign: { automatic_retry: { after_days: 2, times: 3, made: 0 } } },
    });
    const wrong = formOf(await csvOf('contacts-outcomes.csv'), { ...fieldsOf(), retry_times: 'often' });
    expect(await post('/api/campaigns/create/', wrong)).toMatchObject({
      status: 400,
      body: { fields: { 'retry.times': 'must be a number', 'retry.after_days': 'is missing' } },
    });
  });

  it('is refused with all invalid rows, and nothing is stored', async () => {
    const expected: unknown = JSON.parse((await csvOf('contacts-row-errors.expected.json')).toString());
    const response = await create(await csvOf('contacts-row-errors.csv'));
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'INVALID_CSV', errors: expected, success: false },
    });
    expect((await node.as(owner).list()).campaigns).toEqual([]);
    await expect.poll(spooled).toBe(0);
  });

  it('leaves out invalid rows where the form says so, and answers them', async () => {
    const expected = JSON.parse((await csvOf('contacts-row-errors.expected.json')).toString()) as unknown[];
    const form = formOf(await csvOf('contacts-row-errors.csv'), { ...fieldsOf(), skip_invalid: 'true' });
    const response = await post('/api/campaigns/create/', form);
    expect(response).toMatchObject({
      status: 201,
      body: { campaign: { total: 35 }, credit_cost: 1_750, invalid_rows: { count: 5, errors: expected } },
    });
    const { contacts } = await node.as(owner).contacts({ id: fieldsOf().campaign_name });
    expect(contacts.map(({ id }) => id).slice(3, 5)).toEqual(['c000004', 'c000006']);
  });

  it('leaves out invalid rows of an added list too; the line of a number that is not called stays', async () => {
    await create(await csvOf('contacts-outcomes.csv'));
    await node.listOf(owner).add({ phone: '12025559002' });
    const rows = ['1,A,B,none,none', '2,A,B,+12025559001,12025559001', '3,A,B,+12025559002,12025559002'];
    const header = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone';
    const file = Buffer.from([header, ...rows].join('\n'));
    const path = `/contacts/csv-upload/${encodeURIComponent(fieldsOf().campaign_name)}/`;
    expect(await post(path, formOf(file, { skip_invalid: 'true' }))).toMatchObject({
      status: 200,
      body: {
        added: 1,
        invalid_rows: {
          count: 1,
          errors: [
            { line: 2, message: 'Invalid phone number format' },
            { line: 2, message: 'Invalid recommended phone format' },
          ],
        },
      },
    });
    const leftOut = await node.as(owner).leftOut({ id: fieldsOf().campaign_name });
    const content = await text(leftOut.content);
    expect(content).toContain('4,12025559002');
  });

  it('accepts real-world files, and normalizes names', async () => {
    const response = await create(await csvOf('contacts-real-world.csv'));
    expect(response).toMatchObject({ status: 201, body: { campaign: { total: 30 } } });
    const { contacts } = await node.as(owner).contacts({ id: fieldsOf().campaign_name });
    const names = contacts.map(({ first_name, last_name }) => `${first_name} ${last_name}`);
    expect(names.slice(0, 8)).toMatchObject({
      0: "Alice O'brien",
      1: 'Mary ann Wilson',
      5: "Bob D'angelo",
      6: 'John =hyperlink(1)',
      7: '<b>eve</b> Thomas',
    });
    expect(contacts[2]?.address1).toBe('The "Old" Mill, Unit 3');
    expect(contacts[3]?.address1).toBe('12 High St\nRear entrance');
  });

  it.each([
    ['UTF-16 with tabs', 'utf-16le', '\t', '\uFEFF'],
    ['UTF-16 of another byte order', 'utf-16be', ';', ''],
    ['Windows-1252 with semicolons', 'windows-1252', ';', ''],
    ['UTF-8 with the line sep=', 'utf-8', '|', '\uFEFFsep=|\r\n'],
  ] as const)('accepts %s', async (_, encoding, delimiter, before) => {
    const columns = ['id', 'FirstName', 'LastName', 'PhoneNumber', 'RecommendedPhone', 'City'];
    const cells = ['1', 'zoë', 'MÜLLER', '+12025550100', '12025550100', '"Köln, Süd"'];
    const text = `${before}${columns.join(delimiter)}\r\n${cells.join(delimiter)}\r\n`;
    const response = await create(encodeText(text, encoding));
    expect(response).toMatchObject({ status: 201, body: { campaign: { total: 1 } } });
    const { contacts } = await node.as(owner).contacts({ id: fieldsOf().campaign_name });
    expect(contacts).toMatchObject([{ first_name: 'Zoë', last_name: 'Müller', city: 'Köln, Süd' }]);
  });

  it.each([
    ['wrong headers', () => csvOf('contacts-bad-headers.csv'), 'Invalid CSV headers. Please use sample.'],
    [
      'no contacts',
      () => Promise.resolve(Buffer.from('id,FirstName,LastName,PhoneNumber,RecommendedPhone\n')),
      'At least one contact is required',
    ],
    [
      'an unclosed quote',
      () => Promise.resolve(Buffer.from('id,FirstName,LastName,PhoneNumber,RecommendedPhone\n1,"Ana')),
      'The contact list has 1 error.',
    ],
    [
      'no text at all',
      () => Promise.resolve(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0xff, 0xfe])),
      'This is a ZIP or Excel file, not CSV. Please save it as CSV UTF-8.',
    ],
    ['nothing', () => Promise.resolve(Buffer.alloc(0)), 'The file is empty.'],
  ])('is refused for %s', async (_, file, message) => {
    await expect(create(await file())).resolves.toMatchObject({ status: 400, body: { error: message } });
    await expect.poll(spooled).toBe(0);
  });

  it('is refused without a file, with an invalid form, and without a session', async () => {
    await expect(create(undefined)).resolves.toMatchObject({
      status: 400,
      body: { error: 'No CSV file found. Please upload a file first.' },
    });
    const torn = { 'content-type': 'multipart/form-data; boundary=x' };
    await expect(post('/api/campaigns/create', '--x\r\nContent-Dis', torn)).resolves.toMatchObject({
      status: 400,
    });
    await expect(
      post('/api/campaigns/create', '', { 'content-type': 'multipart/form-data' }),
    ).resolves.toMatchObject({ status: 400 });
    user = null;
    await expect(create(await csvOf('contacts-outcomes.csv'))).resolves.toMatchObject({ status: 401 });
    await expect.poll(spooled).toBe(0);
  });

  it('is refused without a plan before anything is written to disk', async () => {
    user = owner = await node.subscriber('launch', `nobody ${owner.uid}`);
    const held = heldUpload();
    await expect(held.responded).resolves.toBe(403);
    expect(await spooled()).toBe(0);
    await held.abort();
    const file = await csvOf('contacts-outcomes.csv');
    for (const headers of [{}, { 'idempotency-key': 'new' }]) {
      await expect(create(file, headers)).resolves.toMatchObject({
        status: 403,
        body: { success: false, code: 'SUBSCRIPTION_REQUIRED', error: 'Subscription Required' },
      });
    }
  });

  it('gets the stored response for its Idempotency-Key after the plan has ended', async () => {
    const file = await csvOf('contacts-outcomes.csv');
    const { campaign, ...first } = (await create(file, { 'idempotency-key': 'k' })).body;
    const isSubscribed = vi.spyOn(node.deps.subscriptions, 'isSubscribed').mockResolvedValue(false);
    const again = await create(file, { 'idempotency-key': 'k' });
    isSubscribed.mockRestore();
    expect(again).toEqual({ status: 201, body: { ...first, campaign } });
  });

  it('is not read under the key of another finished request when the plan has ended', async () => {
    const file = await csvOf('contacts-outcomes.csv');
    const first = await create(file, { 'idempotency-key': 'k' });
    const isSubscribed = vi.spyOn(node.deps.subscriptions, 'isSubscribed').mockResolvedValue(false);
    const other = await csvOf('contacts-real-world.csv');
    await expect(create(other, { 'idempotency-key': 'k' })).resolves.toMatchObject({ status: 422 });
    const held = heldUpload({ 'idempotency-key': 'k' });
    await expect(held.responded).resolves.toBe(403);
    expect(await spooled()).toBe(0);
    await held.abort();
    isSubscribed.mockRestore();
    await expect(create(file, { 'idempotency-key': 'k' })).resolves.toEqual(first);
  });

  it('is created once with an Idempotency-Key', async () => {
    const file = await csvOf('contacts-outcomes.csv');
    const first = await create(file, { 'idempotency-key': 'k' });
    await expect(create(file, { 'idempotency-key': 'k' })).resolves.toEqual(first);
    await expect(
      create(await csvOf('contacts-real-world.csv'), { 'idempotency-key': 'k' }),
    ).resolves.toMatchObject({ status: 422 });
  });

  it('responds 500 and logs the error if the response is invalid', async () => {
    const broken = await system.startNode({
      deps: (real) => ({
        ...real,
        ledger: { ...real.ledger, execute: (...asked) => halved(real.ledger.execute(...asked)) },
      }),
    });
    const logged = vi.fn<(error: unknown) => void>();
    const faulty = await serve(broken, logged);
    const form = formOf(await csvOf('contacts-outcomes.csv'), fieldsOf());
    expect(await post('/api/campaigns/create/', form, {}, faulty)).toEqual({
      status: 500,
      body: {
        success: false,
        code: 'INTERNAL',
        error: 'An unexpected error occurred',
        message: 'An unexpected error occurred',
      },
    });
    expect(logged).toHaveBeenCalledOnce();
    await close(faulty);
  });

  it('passes other bodies on to the procedures', async () => {
    await expect(
      post('/api/campaigns/create/', '{}', { 'content-type': 'application/json' }),
    ).resolves.toMatchObject({
      status: 400,
      body: { fields: { message: 'is missing', contacts: 'is missing' } },
    });
  });
});

/** A ledger result with a fractional balance, which is invalid. */
async function halved(response: ReturnType<CreditLedger['execute']>): ReturnType<CreditLedger['execute']> {
  const result = await response;
  if (!result.ok) return result;
  return { ...result, event: { ...result.event, balance: { ...result.event.balance, available: 0.5 } } };
}

describe('contacts from a file', () => {
  it('are added to a campaign by its name, but not by another user', async () => {
    const name = fieldsOf().campaign_name;
    await create(await csvOf('contacts-outcomes.csv'));
    const path = `/contacts/csv-upload/${encodeURIComponent(name)}/`;
    await expect(post(path, formOf(await csvOf('contacts-real-world.csv')))).resolves.toMatchObject({
      status: 200,
      body: { success: true, added: 30, credit_cost: 1_500, balance: 18_050 },
    });
    await expect(post(path, formOf(await csvOf('contacts-outcomes.csv')))).resolves.toMatchObject({
      status: 400,
      body: { code: 'INVALID_CSV' },
    });
    user = await node.subscriber('launch');
    await expect(post(path, formOf(await csvOf('contacts-outcomes.csv')))).resolves.toMatchObject({
      status: 404,
    });
  });

  it('are added once with an Idempotency-Key', async () => {
    await create(await csvOf('contacts-outcomes.csv'));
    const path = `/contacts/csv-upload/${encodeURIComponent(fieldsOf().campaign_name)}/`;
    const key = { 'idempotency-key': 'k' };
    const first = await post(path, formOf(await csvOf('contacts-real-world.csv')), key);
    expect(first).toMatchObject({ status: 200, body: { added: 30 } });
    expect(await post(path, formOf(await csvOf('contacts-real-world.csv')), key)).toEqual(first);
    expect(await post(path, formOf(await csvOf('contacts-1k.csv')), key)).toMatchObject({ status: 422 });
    const { total } = await node.as(owner).contacts({ id: fieldsOf().campaign_name });
    expect(total).toBe(39);
  });
});
