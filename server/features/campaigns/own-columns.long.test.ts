import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';

let hark: TestHark;
let user: Subscriber;
let numbers = 1_000;

beforeAll(async () => {
  hark = await startHark();
  user = await newSubscriber(hark, 'Autumn');
}, 60_000);
afterAll(() => hark.stop());

/** Returns a new contact of a JSON list, with its own columns. */
function person(first_name: string, custom?: unknown) {
  const phone = `1202555${String(++numbers)}`;
  const called = { phone_number: `+${phone}`, recommended_phone: phone };
  return { id: phone, first_name, last_name: 'Lee', ...called, ...(custom !== undefined && { custom }) };
}

let names = 0;
const draftOf = (message: string) => ({
  campaign_name: `Own ${String(++names)}`,
  voice_id: user.voiceId,
  drop_date: new Date(Date.now() + DAY_MS).toISOString(),
  message,
});
const create = (message: string, contacts: unknown[]) =>
  user.client.post('/api/campaigns/create/', { ...draftOf(message), contacts });

async function upload(path: string, csv: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('csv_file', new Blob([csv]), 'contacts.csv');
  const headers = { cookie: user.client.cookie() };
  const response = await fetch(`${hark.baseUrl}${path}`, { method: 'POST', body: form, headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const idOf = ({ body }: { body: Record<string, unknown> }) => (body['campaign'] as { id: string }).id;

/** Sends a campaign; returns what the carrier was given to say, by first name where it is in the text. */
async function spoken(id: string): Promise<string[]> {
  expect((await user.client.post(`/api/campaigns/${id}/execute/`)).status).toBe(202);
  await vi.waitFor(
    async () => {
      expect((await user.client.get(`/api/campaigns/${id}/status/`)).body).toMatchObject({ pending: 0 });
    },
    { timeout: 20_000, interval: 100 },
  );
  const response = await fetch(`${hark.baseUrl}/local/carrier/drops?campaign=${id}`);
  return ((await response.json()) as { text: string }[]).map(({ text }) => text).sort();
}

describe('own columns of a JSON list', () => {
  it('are said to whom they belong, verbatim, and others hear the fallback', async () => {
    const created = await create(
      'Hi {first_name}, {plan|your plan} ends {renewal_date}. {constructor|None}',
      [
        person('Ann', { renewal_date: 'May 1', plan: ' Gold ', unused: 'x' }),
        person('Bob', { plan: '{first_name|$&}', renewal_date: 7 }),
        person('Cid', { constructor: 'Own' }),
        person('Dan'),
      ],
    );
    expect(created.status).toBe(201);
    expect(await spoken(idOf(created))).toEqual([
      'Hi Ann, Gold ends May 1. None',
      'Hi Bob, {first_name|$&} ends 7. None',
      'Hi Cid, your plan ends. Own',
      'Hi Dan, your plan ends. None',
    ]);
  });

  it('that are dates are said as dates; all else is as written', async () => {
    const soon = new Date(Date.now() + 3 * DAY_MS);
    const day = soon.toISOString().slice(0, 10);
    const said = soon.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
    const created = await create('{first_name}, {due|soon}.', [
      person('Ann', { due: day }),
      person('Bob', { due: `${day}T16:00:00Z` }),
      person('Cid', { due: '2031-02-03' }),
      person('Dan', { due: '12/03/2031' }),
      person('Eve', { due: '94103-1203' }),
      person('Fay'),
    ]);
    const id = idOf(created);
    const texts = [
      `Ann, ${said}.`,
      `Bob, ${said}.`,
      ...['Cid, February 3, 2031.', 'Dan, 12/03/2031.', 'Eve, 94103-1203.', 'Fay, soon.'],
    ];
    expect(await spoken(id)).toEqual(texts);
    const { body } = await user.client.get(`/api/campaigns/${id}/contacts/`);
    // What is stored is what the list says.
    expect(body['contacts']).toMatchObject([{ custom: { due: day } }, {}, {}, {}, {}, {}]);
  });

  it('are kept only where the message uses them', async () => {
    const created = await create('Hi {first_name}, {plan}', [
      person('Ann', { plan: 'Gold', notes: 'secret' }),
    ]);
    const id = idOf(created);
    const { body } = await user.client.get(`/api/campaigns/${id}/contacts/`);
    expect(body['contacts']).toMatchObject([{ first_name: 'Ann', custom: { plan: 'Gold' } }]);
    expect(JSON.stringify(body)).not.toContain('secret');
    const plain = await create('Hi {first_name}', [person('Ann', { plan: 'Gold' })]);
    const { body: stored } = await user.client.get(`/api/campaigns/${idOf(plain)}/contacts/`);
    expect(JSON.stringify(stored)).not.toContain('Gold');
  });

  it('work in a long list too, whose contacts have different ones', async () => {
    const contacts = [person('Ann', { plan: 'Gold' }), person('Bob', { city_plan: 'Silver' })];
    const long = contacts.map((contact) => ({ ...contact, address1: 'x'.repeat(400) }));
    const padded = long.map((contact) => ({ ...contact, note: ' '.repeat(9_000) }));
    const created = await create('{first_name}: {plan|none}, {city_plan|none}', padded);
    expect(created.status).toBe(201);
    expect(await spoken(idOf(created))).toEqual(['Ann: Gold, none', 'Bob: none, Silver']);
    expect(await create('{first_name}: {paln}', padded)).toMatchObject({
      status: 400,
      body: { error: 'Unknown placeholder: {paln}' },
    });
  });

  it.each([
    ['a name that is no placeholder', { 'Renewal Date': 'x' }],
    ['a name of Hark', { first_name: 'x' }],
    ['a name of the database', { $where: 'x' }],
    ['a long cell', { plan: 'x'.repeat(201) }],
    ['a cell that is no text', { plan: { a: 1 } }],
    ['many columns', Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`c${String(at)}`, 'x']))],
    ['a list', ['x']],
  ])('are refused for %s', async (_, custom) => {
    const refused = await create('Hi {first_name}', [person('Ann', custom)]);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body['fields'])).toContain('custom');
  });

  it('are at most 20 in the whole list', async () => {
    const contacts = Array.from({ length: 21 }, (_, at) => person('Ann', { [`c${String(at)}`]: 'x' }));
    const refused = await create('Hi {c1}', contacts);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: 'contacts may have at most 20 different fields in custom' },
    });
  });

  it('are unknown to a message if no contact has them', async () => {
    expect(await create('Hi {nickname|there}', [person('Ann', { plan: 'Gold' })])).toMatchObject({
      status: 400,
      body: { error: 'Unknown placeholder: {nickname}' },
    });
    expect(await create('{plan}', [person('Ann', { plan: 'Gold' }), person('Bob')])).toMatchObject({
      status: 400,
      body: { errors: [{ line: 3, message: 'The message is empty for this contact' }] },
    });
  });
});

const HEADER = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone';
function row(first_name: string, ...cells: string[]) {
  const { id, last_name, phone_number, recommended_phone } = person(first_name);
  return [id, first_name, last_name, phone_number, recommended_phone, ...cells].join(',');
}

describe('own columns of a file', () => {
  it('are named by its header, for the campaign and for later lists', async () => {
    const csv = [`${HEADER},Renewal Date,Plan,plan`, row('Ann', ' May 1 ', 'Gold', 'Old'), row('Bob')].join(
      '\n',
    );
    const fields = draftOf('{first_name}: {plan}, {plan_2|new} until {renewal_date|soon}.');
    const created = await upload('/api/campaigns/create/', csv, fields);
    expect(created.status).toBe(201);
    const id = idOf(created);
    const more = [`Plan,${HEADER}`, `Silver,${row('Cid')}`].join('\n');
    expect(await upload(`/contacts/csv-upload/${id}/`, more)).toMatchObject({ body: { added: 1 } });
    const one = { ...person('Dan', { renewal_date: 'June' }), campaign_name: id };
    expect((await user.client.post('/contacts/add-new-contact/', one)).status).toBe(201);
    expect(await spoken(id)).toEqual([
      'Ann: Gold, Old until May 1.',
      'Bob: new until soon.',
      'Cid: Silver, new until soon.',
      'Dan: new until June.',
    ]);
  });

  it('follow the others in the export of its calls', async () => {
    const csv = [`${HEADER},Plan,Notes,Owner`, row('Ann', '=1+1', 'x', 'Bo'), row('Bob', '', 'y', '')].join(
      '\n',
    );
    const fields = draftOf('Hi {owner|you}, {plan}');
    const id = idOf(await upload('/api/campaigns/create/', csv, fields));
    const headers = { cookie: user.client.cookie() };
    const path = `/dropcowboy/analytics/details/download/${id}/`;
    const text = await (await fetch(`${hark.baseUrl}${path}`, { headers })).text();
    const [head = '', ...rows] = text.trim().split('\r\n');
    expect(head).toMatch(/,Reason,owner,plan,Reason Code$/);
    expect(rows.map((line) => line.split(',').slice(-3))).toEqual([
      ['Bo', `'=1+1`, ''],
      ['', '', ''],
    ]);
  });

  it('may be long where the message does not use them', async () => {
    const csv = [`${HEADER},Notes,Plan`, row('Ann', 'n'.repeat(5_000), 'Gold')].join('\n');
    expect((await upload('/api/campaigns/create/', csv, draftOf('Hi {plan}'))).status).toBe(201);
    expect(await upload('/api/campaigns/create/', csv, draftOf('Hi {notes}'))).toMatchObject({
      status: 400,
      body: { errors: [{ line: 2, message: 'Notes is longer than 200 characters' }] },
    });
    const check = await upload('/api/campaigns/check-list/', csv, { message: 'Hi {paln}' });
    expect(check).toMatchObject({ status: 400, body: { error: 'Unknown placeholder: {paln}' } });
  });

  it('can be used by a later message if the first one did', async () => {
    const csv = [`${HEADER},Plan,Notes`, row('Ann', 'Gold', 'x'), row('Bob', '', 'y')].join('\n');
    const id = idOf(await upload('/api/campaigns/create/', csv, draftOf('Hi {first_name}, {plan}')));
    const update = (message: string) => user.client.put(`/api/campaigns/${id}/update/`, { message });
    expect(await update('Hi {notes}')).toMatchObject({
      status: 400,
      body: {
        error:
          'Unknown placeholder: {notes}. A campaign keeps only the own columns of its list that its first message used.',
      },
    });
    expect(await update('{plan}')).toMatchObject({
      status: 400,
      body: { errors: [{ line: 3, message: 'The message is empty for this contact' }] },
    });
    expect((await update('Hello {first_name}')).status).toBe(200);
    expect((await update('Your plan: {plan|basic}')).status).toBe(200);
    expect(await spoken(id)).toEqual(['Your plan: Gold', 'Your plan: basic']);
  });
});

describe('"the list is replaced by the file\'s columns": Email and Company among them', () => {
  const MESSAGE = 'Hi {first_name} of {company|your firm}, we wrote to {email|you}.';
  const SPOKEN = [
    'Hi Ann of Maple & Sons, we wrote to ann@maple.example.',
    'Hi Bob of your firm, we wrote to you.',
  ];
  const ANN = { email: 'ann@maple.example', company_name: 'Maple & Sons' };

  it('are said from a file, and stored as they are', async () => {
    const csv = [`${HEADER},Email,Company`, row('Ann', ANN.email, ANN.company_name), row('Bob', '', '')].join(
      '\n',
    );
    const id = idOf(await upload('/api/campaigns/create/', csv, draftOf(MESSAGE)));
    const { body } = await user.client.get(`/api/campaigns/${id}/contacts/`);
    expect(body['contacts']).toMatchObject([ANN, { email: '', company_name: '' }]);
    expect(await spoken(id)).toEqual(SPOKEN);
  });

  it('are said of JSON contacts, by the names of their fields too', async () => {
    const created = await create('Hi {first_name} of {company_name|your firm}, we wrote to {Email|you}.', [
      { ...person('Ann'), ...ANN },
      person('Bob'),
    ]);
    expect(created.status).toBe(201);
    expect(await spoken(idOf(created))).toEqual(SPOKEN);
  });

  it('are said of a saved list, and by a message that was changed later', async () => {
    const consent = { basis: 'written_consent', obtained_at: '2025-01-15', source: 'Form' };
    const contacts = [{ ...person('Ann'), ...ANN }, person('Bob')];
    const saved = await user.client.post('/api/contact-lists/', { name: 'Firms', contacts, consent });
    const { id: list_id } = saved.body['list'] as { id: string };
    const created = await user.client.post('/api/campaigns/create/', {
      ...draftOf('Hi {first_name}'),
      list_id,
    });
    const id = idOf(created);
    expect((await user.client.put(`/api/campaigns/${id}/update/`, { message: MESSAGE })).status).toBe(200);
    expect(await spoken(id)).toEqual(SPOKEN);
  });

  it('are said again by a retry', async () => {
    const busy = { phone_number: '+12025560006', recommended_phone: '12025560006' };
    const id = idOf(await create(MESSAGE, [{ ...person('Ann'), ...ANN, ...busy }]));
    await spoken(id);
    await vi.waitFor(
      async () => {
        expect((await user.client.post(`/api/campaigns/${id}/retry-voicemails/`)).status).toBe(202);
      },
      { timeout: 20_000, interval: 200 },
    );
    await vi.waitFor(
      async () => {
        const drops = await fetch(`${hark.baseUrl}/local/carrier/drops?campaign=${id}`);
        expect(((await drops.json()) as { text: string }[]).map(({ text }) => text)).toEqual([
          ...[SPOKEN[0], SPOKEN[0]],
        ]);
      },
      { timeout: 20_000, interval: 100 },
    );
  });

  it('can leave a message empty, or make it too long, for a contact', async () => {
    const contacts = [
      { ...person('Ann'), ...ANN },
      person('Bob'),
      { ...person('Cid'), email: 'x'.repeat(500) },
    ];
    expect(await create('{email}', contacts)).toMatchObject({
      status: 400,
      body: { errors: [{ line: 3, message: 'The message is empty for this contact' }] },
    });
    expect(await create(`Hi ${'{email}'.repeat(3)}`, contacts)).toMatchObject({
      status: 400,
      body: {
        errors: [{ line: 4, message: 'The message is longer than 1,200 characters for this contact' }],
      },
    });
  });
});
