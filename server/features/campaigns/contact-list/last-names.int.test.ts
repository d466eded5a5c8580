import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';

let hark: TestHark;
let user: Subscriber;

beforeAll(async () => {
  hark = await startHark();
  user = await newSubscriber(hark, 'Winter');
}, 60_000);
afterAll(() => hark.stop());

const HEADER = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone,Called';
const CSV = [HEADER, '1,Ana,Diaz,+14085550101,14085550101,TRUE', '2,Ben,,+14085550102,14085550102,FALSE'];
const consent = { basis: 'existing_customer', own_words: null, obtained_at: '2026-02-01', source: 'Shop' };

let names = 0;
const campaign = (message = 'Hi {first_name}') => ({
  campaign_name: `Last names ${String(++names)}`,
  voice_id: user.voiceId,
  drop_date: new Date(Date.now() + DAY_MS).toISOString(),
  message,
});

async function upload(path: string, lines: readonly string[], fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('csv_file', new Blob([lines.join('\n')]), 'contacts.csv');
  const headers = { cookie: user.client.cookie() };
  const response = await fetch(`${hark.baseUrl}${path}`, { method: 'POST', body: form, headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const optional = { last_name_optional: 'true' };
const missing = [{ line: 3, message: 'Missing LastName' }];

describe('a file with people without a last name', () => {
  test('is refused as documented unless the request says otherwise, wherever it is sent', async () => {
    const list = { name: 'Strict', consent: JSON.stringify(consent) };
    const paths: [string, Record<string, string>][] = [
      ['/api/campaigns/create/', campaign()],
      ['/api/campaigns/check-list/', {}],
      ['/api/contact-lists/', list],
    ];
    for (const [path, fields] of paths) {
      expect(await upload(path, CSV, fields)).toMatchObject({ status: 400, body: { errors: missing } });
      expect(await upload(path, CSV, { ...fields, last_name_optional: 'false' })).toMatchObject({
        status: 400,
        body: { errors: missing },
      });
      expect((await upload(path, CSV, { ...fields, ...optional })).status).toBeLessThan(300);
    }
  });

  test('is added to a campaign, and the header is required as before', async () => {
    const created = await upload('/api/campaigns/create/', CSV.slice(0, 2), campaign());
    const { id } = created.body['campaign'] as { id: string };
    const path = `/contacts/csv-upload/${id}/`;
    const more = [HEADER, '1,Cy,,+14085550103,14085550103,'];
    expect((await upload(path, more)).status).toBe(400);
    expect(await upload(path, more, optional)).toMatchObject({ status: 200, body: { added: 1 } });
    const headerless = ['id,FirstName,PhoneNumber,RecommendedPhone', '1,Di,+14085550104,14085550104'];
    expect(await upload(path, headerless, optional)).toMatchObject({
      status: 400,
      body: { errors: [{ line: 1, message: 'Invalid headers' }] },
    });
  });

  test('cannot get a message of the last name alone', async () => {
    expect(
      await upload('/api/campaigns/create/', CSV, { ...campaign('{last_name}'), ...optional }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ line: 3, message: 'The message is empty for this contact' }] },
    });
  });

  test('is a list of which a contact can be corrected and a campaign made', async () => {
    const saved = await upload('/api/contact-lists/', [HEADER, '1,Eve,,+14085550105,14085550105,'], {
      name: 'First names',
      consent: JSON.stringify(consent),
      ...optional,
    });
    const { id } = saved.body['list'] as { id: string };
    const contact = { first_name: 'Eva', recommended_phone: '14085550105' };
    const path = `/api/contact-lists/${id}/contacts/14085550105/`;
    expect((await user.client.put(path, { contact })).status).toBe(200);
    const made = await user.client.post('/api/campaigns/create/', { ...campaign(), list_id: id });
    expect(made).toMatchObject({ status: 201, body: { campaign: { total: 1 } } });
  });

  test('and the same of JSON', async () => {
    const contacts = [
      {
        id: '1',
        first_name: 'Flo',
        last_name: '',
        phone_number: '+14085550106',
        recommended_phone: '14085550106',
      },
    ];
    const send = (more: object) =>
      user.client.post('/api/campaigns/create/', { ...campaign(), contacts, ...more });
    expect((await send({})).status).toBe(400);
    expect((await send({ last_name_optional: true })).status).toBe(201);
    expect((await send({ last_name_optional: 'maybe' })).status).toBe(400);
  });
});

test('rows that are blank but for a checkbox are skipped, and an id makes a row an error', async () => {
  const people = [
    HEADER,
    '1,Gil,Roy,+14085550107,14085550107,TRUE',
    ',,,,,FALSE',
    ',,,,,0',
    ',,,,,✓',
    ',,,,,',
  ];
  expect(await upload('/api/campaigns/check-list/', people)).toMatchObject({
    status: 200,
    body: { contacts: 1 },
  });
  expect(await upload('/api/campaigns/check-list/', [...people, '7,,,,,FALSE'])).toMatchObject({
    status: 400,
    body: { errors: expect.arrayContaining([{ line: 3, message: 'Missing FirstName' }]) as unknown },
  });
});
