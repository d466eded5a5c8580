import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { demoContacts } from '#server/app/seed/demo-data.ts';
import type { HarkResponse } from '#server/app/seed/hark-client.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';

let hark: TestHark;
let owner: Subscriber;
let count = 0;
beforeAll(async () => {
  hark = await startHark();
  owner = await newSubscriber(hark, 'Spring');
});
afterAll(() => hark.stop());

/** Returns a campaign that can be created, of a name of its own. */
function campaign(): Record<string, unknown> {
  count += 1;
  return {
    campaign_name: `Campaign ${String(count)}`,
    drop_date: new Date(Date.now() + DAY_MS).toISOString(),
    message: 'Hi {first_name}, this is Ana from Example Dental.',
    voice_id: owner.voiceId,
    contacts: demoContacts(1, 212, count),
  };
}

const CREATE = '/api/campaigns/create/';
const update = () => `/api/campaigns/${owner.campaignId}/update/`;

/** Expects a refusal that names a field, and the one that was meant where there is one. */
function expectUnknown({ status, body }: HarkResponse, field: string, meant?: string): void {
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  expect({ status, ...body }).toMatchObject({
    status: 400,
    code: 'INVALID_INPUT',
    error: expect.stringContaining(`Unknown field "${field}".${hint}`) as string,
    fields: { [field]: expect.stringContaining(`Unknown field "${field}".${hint}`) as string },
  });
}

async function names(): Promise<string[]> {
  const { body } = await owner.client.get('/api/campaigns/');
  return (body['campaigns'] as { name: string }[]).map(({ name }) => name);
}

describe('a misspelt option', () => {
  it.each([
    ['dropDate', 'drop_date'],
    ['drop-date', 'drop_date'],
    ['callingHours', 'calling_hours'],
    ['dropsPerMinute', 'drops_per_minute'],
    ['skipInvalid', 'skip_invalid'],
    ['messageOverrides', 'message_overrides'],
    ['priority', undefined],
  ])('%s creates nothing', async (field, meant) => {
    const { drop_date: _, ...body } = campaign();
    expectUnknown(
      await owner.client.post(CREATE, { ...body, [field]: '2026-12-24T15:00:00Z' }),
      field,
      meant,
    );
    expect(await names()).not.toContain(body['campaign_name']);
  });

  it('is named first where the right one is missing because of it', async () => {
    const { campaign_name: _, ...body } = campaign();
    const { body: answer } = await owner.client.post(CREATE, { ...body, campaignName: 'Spring 2' });
    expect(answer['error']).toMatch(
      /^Unknown field "campaignName". Did you mean "campaign_name"\?; campaign_name: /,
    );
  });

  it.each([
    ['calling_hours.start', { calling_hours: { start: '10:00', end: '12:00' } }],
    ['calling_hours.begin', { calling_hours: { begin: '10:00' } }],
    [
      'consent.obtainedAt',
      { consent: { basis: 'written_consent', obtainedAt: '2026-01-01', source: 'Form' } },
    ],
  ])('inside an option is named with its path: %s', async (field, option) => {
    expectUnknown(await owner.client.post(CREATE, { ...campaign(), ...option }), field);
  });

  it('is refused in a query, a form, a long list and by tRPC alike', async () => {
    const { client } = owner;
    expectUnknown(await client.post(`${CREATE}?dropDate=tomorrow`, campaign()), 'dropDate', 'drop_date');
    const long = { ...campaign(), contacts: demoContacts(200, 213, 0), dropDate: '2026-12-24' };
    expectUnknown(await client.post(CREATE, long), 'dropDate', 'drop_date');
    expectUnknown(await postForm({ dropDate: '2026-12-24' }), 'dropDate', 'drop_date');
    expectUnknown(await postForm({ 'calling_hours.begin': '10:00' }), 'calling_hours.begin');
    expectUnknown(await postForm({}, '?dropDate=tomorrow'), 'dropDate', 'drop_date');
    const { status, body } = await client.post('/trpc/campaigns.pause', {
      id: owner.campaignId,
      dropDate: 'x',
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('Unknown field \\"dropDate\\"');
  });

  it('does not use up an Idempotency-Key', async () => {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': 'k1',
      cookie: owner.client.cookie(),
    };
    const post = (body: object) =>
      fetch(`${hark.baseUrl}${CREATE}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const body = campaign();
    expect((await post({ ...body, dropDate: 'x' })).status).toBe(400);
    expect((await post(body)).status).toBe(201);
  });

  it('of any spelling is refused by calls that change, spend or end something', async () => {
    const calls: [method: 'post' | 'put', path: string, body: object, field: string][] = [
      ['put', update(), {}, 'drop_date'],
      ['post', `/api/campaigns/${owner.campaignId}/execute/`, {}, 'force'],
      ['post', `/api/campaigns/${owner.campaignId}/retry-voicemails/`, {}, 'reasons'],
      ['post', `/users/update-voice/${owner.voiceId}/`, {}, 'description'],
      ['post', '/api/suppressions/', { phone: '12025550143' }, 'reason'],
      ['post', '/api/webhooks/', { url: 'https://example.com', events: ['credits.low'] }, 'description'],
      ['put', `/users/${owner.uid}/`, {}, 'display_name'],
      ['post', '/payments/customers/create-payment-intent', { productId: 'launch' }, 'customerId'],
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), fc.nat(), async ([method, path, body, field], at) => {
        const cut = at % field.length;
        const misspelt = `${field.slice(0, cut)}${(field[cut] ?? '').toUpperCase()}_${field.slice(cut + 1)}`;
        expectUnknown(await owner.client[method](path, { ...body, [misspelt]: 'x' }), misspelt, field);
      }),
      { numRuns: 30 },
    );
  });
});

/** Creates a campaign with a file and these fields. */
async function postForm(fields: Record<string, string>, query = ''): Promise<HarkResponse> {
  const { contacts: _, ...body } = campaign();
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...body, ...fields })) form.set(name, String(value));
  form.set(
    'csv_file',
    new Blob(['id,firstname,lastname,phonenumber,recommendedphone\n1,Ana,Diaz,+12125550101,12125550101\n']),
    'a.csv',
  );
  const headers = { cookie: owner.client.cookie() };
  const response = await fetch(`${hark.baseUrl}${CREATE}${query}`, { method: 'POST', headers, body: form });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('a campaign', () => {
  it('can be sent back as it was returned, and as documented', async () => {
    const { body } = await owner.client.get(`/api/campaigns/${owner.campaignId}/`);
    const returned = body['campaign'] as Record<string, unknown>;
    const changed = await owner.client.put(update(), { ...returned, description: 'Sent back' });
    expect(changed).toMatchObject({ status: 200, body: { campaign: { description: 'Sent back' } } });
    const documented = [
      'user_id',
      'aggregates',
      'completed',
      'has_paid',
      'messaging_completed',
      'status',
      'status_message',
      'text_message',
      'voicemail_completed',
      'voicemail_status',
    ];
    for (const name of documented) expect(returned).toHaveProperty(name);
    expectUnknown(await owner.client.put(update(), { ...returned, voiceId: 'x' }), 'voiceId', 'voice_id');
  });

  it('keeps the calling hours that a change does not name', async () => {
    const mondays = { from: '10:00', to: '17:00', days: [1] };
    const put = async (calling_hours: unknown) => {
      const { body } = await owner.client.put(update(), { calling_hours });
      return (body['campaign'] as { calling_hours: unknown } | undefined)?.calling_hours ?? body;
    };
    expect(await put(mondays)).toEqual(mondays);
    expect(await put({ from: '10:30' })).toEqual({ ...mondays, from: '10:30' });
    expect(await put({ to: '16:00', days: null })).toEqual({ ...mondays, from: '10:30', to: '16:00' });
    expect(await put({ days: [3, 2, 3] })).toEqual({ from: '10:30', to: '16:00', days: [2, 3] });
    expect(await put({})).toEqual({ from: '10:30', to: '16:00', days: [2, 3] });
    expect(await put({ from: '16:00' })).toMatchObject({
      fields: { 'calling_hours.to': 'The calling hours must end after they begin' },
    });
    expect(await put(null)).toEqual({ from: '09:00', to: '20:00', days: [1, 2, 3, 4, 5, 6, 7] });
  });

  it('keeps what two changes of its hours at once name, each a part of them', async () => {
    const put = (calling_hours: unknown) => owner.client.put(update(), { calling_hours });
    for (const days of [
      [1, 2, 3, 4, 5, 6],
      [1, 2, 3, 4, 5],
      [1, 3, 5],
    ]) {
      await put({ from: '10:00', to: '18:00', days: [7] });
      await Promise.all([put({ from: '11:00' }), put({ days }), put({ to: '17:00' })]);
      const { body } = await owner.client.get(`/api/campaigns/${owner.campaignId}/`);
      expect(body['campaign']).toMatchObject({ calling_hours: { from: '11:00', to: '17:00', days } });
    }
  });

  it('is created with null for every option, as without them', async () => {
    const options = [
      'campaign_type',
      'description',
      'drop_date',
      'drops_per_minute',
      'calling_hours',
      'message_overrides',
      'consent',
      'list_id',
      'skip_invalid',
    ];
    const nulls = Object.fromEntries(options.map((name) => [name, null]));
    const created = await owner.client.post(CREATE, { ...campaign(), ...nulls });
    expect(created).toMatchObject({
      status: 201,
      body: { campaign: { description: '', drops_per_minute: null } },
    });
    const hours = { from: '10:00', to: null, days: null };
    const later = await owner.client.post(CREATE, { ...campaign(), calling_hours: hours });
    expect(later.body['campaign']).toMatchObject({ calling_hours: { from: '10:00', to: '20:00' } });
  });
});

describe('documented bodies with further fields', () => {
  it('are taken', async () => {
    const { client } = owner;
    const registration = {
      email: 'ben@example.com',
      password: 'correct horse',
      display_name: 'Ben',
      company_name: 'default',
      phone: 'default',
      role: 'agent',
    };
    expect((await hark.newClient().post('/register/', registration)).status).toBe(201);
    const profile = { display_name: 'Ana Diaz', phone: '(415) 555-0123' };
    expect((await client.put(`/users/${owner.uid}/`, { profile })).status).toBe(200);
    const payer = { email: owner.email, customerId: null, productId: 'launch' };
    expect((await client.post('/payments/customers/create-payment-intent', payer)).status).toBe(409);
    const payment = { paymentIntentId: 'pi_1', paymentMethodId: 'pm_1', subscriptionId: null };
    expect((await client.post('/payments/customers/confirm-payment', payment)).status).toBe(403);
  });
});

describe('a call that reads', () => {
  it.each(['_=1767225600', 't=1767225600', 'timestamp=1767225600', 'utm_source=mail', 'nocache=1'])(
    'ignores what a client adds so that no cache answers: %s',
    async (added) => {
      const path = `/dropcowboy/aggregates/?timeframe=7d&${added}`;
      expect((await owner.client.get(path)).status).toBe(200);
    },
  );

  it('refuses a misspelling of an option', async () => {
    expectUnknown(await owner.client.get('/dropcowboy/aggregates/?timeFrame=7d'), 'timeFrame', 'timeframe');
    const contacts = `/api/campaigns/${owner.campaignId}/contacts/`;
    expectUnknown(await owner.client.get(`${contacts}?pageSize=5`), 'pageSize', 'page_size');
    expect((await owner.client.get('/api/campaigns/unknown/contacts/?pageSize=5')).status).toBe(404);
  });
});
