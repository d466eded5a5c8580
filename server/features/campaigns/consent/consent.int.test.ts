import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { demoContacts } from '#server/app/seed/demo-data.ts';
import { CONSENT_VERSION } from '#shared/calling/consent-basis.ts';
import type { ConsentRecordView } from '#shared/schemas/campaigns/consent.ts';
import { JSON_TYPE, send } from '#server/testing/http/documented-calls.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';

const CONSENT = { basis: 'Existing customer', obtained_at: '2025-03-01', source: 'Order form' };
const CSV = [
  'id,FirstName,LastName,PhoneNumber,RecommendedPhone,Address1,Address2,City,State,Zipcode,Country',
  'c1,Ann,Smith,+12025550143,12025550143,,,Miami,FL,33101,US',
].join('\r\n');

let hark: TestHark;
let user: Subscriber;
let other: Subscriber;
let campaigns = 0;

beforeAll(async () => {
  hark = await startHark();
  user = await newSubscriber(hark, 'First');
  other = await newSubscriber(hark, 'Of another user');
});
afterAll(() => hark.stop());
beforeEach(() => setDefault(CONSENT));

const setDefault = (default_consent: object | null) =>
  user.client.put('/api/calling-profile/', { default_consent });

function draft(more: object = {}) {
  campaigns += 1;
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
  const named = { campaign_name: `Consent ${String(campaigns)}`, drop_date: tomorrow };
  return { ...named, message: 'Hello {first_name}', voice_id: user.voiceId, ...more };
}

const create = (more: object = {}) =>
  user.client.post('/api/campaigns/create/', { ...draft(more), contacts: demoContacts(2, 212, 0) });
const idOf = (body: Record<string, unknown>) => (body['campaign'] as { id: string }).id;
const consentsOf = async (id: string) => {
  const { body } = await user.client.get(`/api/campaigns/${id}/`);
  return (body['campaign'] as { consents: ConsentRecordView[] }).consents;
};

/** Sends a list as a form with a file. */
function upload(path: string, fields: Record<string, string>, key = '') {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('csv_file', new Blob([CSV]), 'list.csv');
  const headers: Record<string, string> = key === '' ? {} : { 'idempotency-key': key };
  return send(hark, path, { method: 'POST', body, headers, cookie: user.client.cookie() });
}
const formDraft = (more: Record<string, string>) => draft(more) as Record<string, string>;

describe('the consent of a list', () => {
  it('is stored with who, when, from where and the version of what was confirmed', async () => {
    const created = await create({ consent: CONSENT });
    expect(created.status).toBe(201);
    const [consent, ...more] = await consentsOf(idOf(created.body));
    expect(more).toEqual([]);
    expect(consent).toMatchObject({
      ...CONSENT,
      basis: 'existing_customer',
      own_words: null,
      by_default: false,
      statement_version: CONSENT_VERSION,
      network: '127.0.0.1',
      via_api_key: false,
      user_id: user.uid,
      contacts: 2,
    });
    expect(consent?.statement).toContain('agreed to receive calls');
    expect(Date.parse(consent?.given_at ?? '')).not.toBeNaN();
  });

  it('says where it was given by an API key', async () => {
    const asked = { name: 'ours', scope: 'full', expires_in_days: null };
    const made = await user.client.post('/trpc/apiKeys.create', asked);
    const { key } = (made.body['result'] as { data: { key: string } }).data;
    const { status, text } = await send(hark, '/api/campaigns/create/', {
      method: 'POST',
      headers: { ...JSON_TYPE, authorization: `Bearer ${key}` },
      body: JSON.stringify({ ...draft({ consent: CONSENT }), contacts: demoContacts(1, 212, 0) }),
    });
    expect([status, text]).toEqual([201, text]);
    const id = idOf(JSON.parse(text) as Record<string, unknown>);
    expect(await consentsOf(id)).toMatchObject([{ via_api_key: true }]);
  });

  it('is that of the calling profile where the list names none, and stays when that changes', async () => {
    const created = await create();
    expect(created.status).toBe(201);
    await setDefault({ ...CONSENT, source: 'Changed since' });
    expect(await consentsOf(idOf(created.body))).toMatchObject([{ source: 'Order form', by_default: true }]);
  });

  it('is refused where there is neither, before anything is stored', async () => {
    await setDefault(null);
    for (const more of [{}, { consent: null }]) {
      const { status, body } = await create(more);
      expect([status, body['code']]).toEqual([403, 'CONSENT_REQUIRED']);
      expect(body['error']).toContain('/profile/business');
    }
    const form = await upload('/api/campaigns/create/', formDraft({}));
    expect([form.status, form.text.includes('CONSENT_REQUIRED')]).toEqual([403, true]);
    const added = await user.client.post(`/contacts/csv-upload/${user.campaignId}/`, {
      contacts: demoContacts(1, 213, 0),
    });
    expect(added.status).toBe(403);
    expect((await create({ consent: CONSENT })).status).toBe(201);
  });

  it.each([
    [{}, 'consent.basis'],
    [{ basis: 'written consent' }, 'consent.obtained_at'],
    [{ ...CONSENT, basis: '  ' }, 'consent.basis'],
    [{ ...CONSENT, obtained_at: 'last year' }, 'consent.obtained_at'],
    [{ ...CONSENT, obtained_at: '2999-01-01' }, 'consent.obtained_at'],
    [{ ...CONSENT, source: '' }, 'consent.source'],
    ['yes', 'consent'],
  ])('is refused as %j', async (consent, field) => {
    const { status, body } = await create({ consent });
    expect([status, Object.keys(body['fields'] as object)]).toEqual([400, expect.arrayContaining([field])]);
  });

  it.each([
    ['JSON', { consent: JSON.stringify(CONSENT) }],
    [
      'flat fields',
      {
        consent_basis: CONSENT.basis,
        consent_obtained_at: CONSENT.obtained_at,
        consent_source: CONSENT.source,
      },
    ],
  ])('is taken from a form as %s', async (_how, fields) => {
    const { status, text } = await upload('/api/campaigns/create/', formDraft(fields));
    expect([status, text]).toEqual([201, text]);
    const [consent] = await consentsOf(idOf(JSON.parse(text) as Record<string, unknown>));
    expect(consent).toMatchObject({ basis: 'existing_customer', source: 'Order form', by_default: false });
    expect(consent?.list_digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('names the missing field of a form', async () => {
    const { status, text } = await upload(
      '/api/campaigns/create/',
      formDraft({ consent_basis: 'emergency' }),
    );
    expect([status, text.includes('consent.obtained_at')]).toEqual([400, true]);
  });

  it('is recorded for each list, and can be downloaded by the owner alone', async () => {
    const id = idOf((await create({ consent: CONSENT })).body);
    const club = { ...CONSENT, basis: '=Members of our club' };
    const lists = [
      { consent: club, contacts: demoContacts(1, 213, 0) },
      { contacts: demoContacts(1, 214, 0) },
    ];
    for (const list of lists)
      expect((await user.client.post(`/contacts/csv-upload/${id}/`, list)).status).toBe(200);
    expect(await consentsOf(id)).toMatchObject([
      { basis: 'existing_customer', contacts: 2 },
      { basis: 'other', own_words: '=Members of our club', contacts: 1 },
      { basis: 'existing_customer', by_default: true },
    ]);
    const path = `/api/campaigns/${id}/consent/`;
    const csv = await send(hark, path, { cookie: user.client.cookie() });
    expect([csv.status, csv.type]).toEqual([200, 'text/csv; charset=utf-8']);
    const lines = csv.text.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[2]).toContain("'=Members of our club");
    expect((await send(hark, path, { cookie: other.client.cookie() })).status).toBe(404);
  });

  it('belongs to what a key repeats', async () => {
    const body = { ...draft({ consent: CONSENT }), contacts: demoContacts(1, 212, 0) };
    const keyed = (content: object) =>
      send(hark, '/api/campaigns/create/', {
        method: 'POST',
        headers: { ...JSON_TYPE, 'idempotency-key': 'consent-1' },
        cookie: user.client.cookie(),
        body: JSON.stringify(content),
      });
    const [first, again] = [await keyed(body), await keyed(body)];
    expect([first.status, again.text]).toEqual([201, first.text]);
    expect(await consentsOf(idOf(JSON.parse(first.text) as Record<string, unknown>))).toHaveLength(1);
    const changed = await keyed({ ...body, consent: { ...CONSENT, source: 'Elsewhere' } });
    expect(changed.status).toBe(422);
  });
});
