import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { encodeText } from '#shared/fixtures/encode-text.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

let hark: TestHark;
let key: string;

beforeAll(async () => {
  hark = await startHark();
});
beforeEach(async () => {
  key = await newKey('full');
});
afterAll(() => hark.stop());

async function newKey(scope: 'full' | 'read'): Promise<string> {
  const { client } = await hark.newUser();
  const { body } = await client.post('/trpc/apiKeys.create', { name: 'Zap', scope, expires_in_days: null });
  return (body['result'] as { data: { key: string } }).data.key;
}

async function call(method: string, path: string, content?: unknown, type = 'application/json', as = key) {
  const isForm = content instanceof FormData;
  const response = await fetch(`${hark.baseUrl}/api/suppressions/${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, ...(isForm ? {} : { 'content-type': type }) },
    body: isForm || typeof content === 'string' ? content : content ? JSON.stringify(content) : null,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const phones = async () =>
  ((await call('GET', '')).body['suppressions'] as { phone: string }[]).map(({ phone }) => phone).sort();

test('a number is added with a reason, listed, and removed with its record', async () => {
  const number = { phone: '+1 (202) 555-0143', reason: 'Asked by mail' };
  expect(await call('POST', '', number)).toEqual({
    status: 200,
    body: { phone: '12025550143', added: true },
  });
  expect((await call('POST', '', number)).body).toMatchObject({ added: false });
  await call('POST', '', { phone: '2025550144' });
  expect((await call('GET', '?search=0143')).body).toEqual({
    suppressions: [
      {
        phone: '12025550143',
        reason: 'Asked by mail',
        source: 'added',
        campaign_name: null,
        added_at: expect.any(String) as string,
      },
    ],
    next: null,
  });
  expect((await call('GET', '?search=0144')).body).toMatchObject({ suppressions: [{ reason: 'added' }] });
  const page = await call('GET', '?limit=1');
  expect(page.body['suppressions']).toHaveLength(1);
  expect((await call('GET', `?cursor=${String(page.body['next'])}`)).body).toMatchObject({ next: null });

  const removed = { phone: '2025550143', reason: 'Signed up again' };
  expect(await call('DELETE', '', removed)).toEqual({ status: 200, body: { success: true } });
  expect(await call('DELETE', '?phone=2025550143')).toMatchObject({ status: 404 });
  expect(await call('DELETE', '', { phone: 'Ana' })).toMatchObject({
    status: 400,
    body: { fields: { phone: 'This is not a US or Canadian phone number' } },
  });
  expect(await phones()).toEqual(['12025550144']);
});

test('a list is imported as JSON, as CSV and as the file of a form', async () => {
  expect(await call('POST', 'import/', { phones: ['2025550143'] })).toEqual({
    status: 200,
    body: { added: 1, known: 0 },
  });
  const csv = 'Name,PhoneNumber\r\n"Ana, B",2025550143\r\nBo,(202) 555-0144\r\n';
  expect((await call('POST', 'import/', csv, 'text/csv')).body).toEqual({ added: 1, known: 1 });
  const form = new FormData();
  form.set('csv_file', new Blob(['2025550145\n2025550146\n']), 'list.csv');
  expect((await call('POST', 'import', form)).body).toEqual({ added: 2, known: 0 });
  expect(await phones()).toEqual(['12025550143', '12025550144', '12025550145', '12025550146']);
});

test.each(['utf-16le', 'utf-16be', 'windows-1252'] as const)('a list in %s is imported', async (encoding) => {
  const list = encodeText('Name;Phone\r\nZoë;2025550143\r\n', encoding);
  const form = new FormData();
  form.set('csv_file', new Blob([list]), 'list.csv');
  expect((await call('POST', 'import/', form)).body).toEqual({ added: 1, known: 0 });
  expect(await phones()).toEqual(['12025550143']);
});

test('a line that cannot be read is named, and the others are imported', async () => {
  const csv = 'Name,Phone\nAna,555-0143\nBo,2025550144\n"C"y,2025550145\nDi,2025550146\n';
  expect(await call('POST', 'import/', csv, 'text/csv')).toEqual({
    status: 200,
    body: {
      added: 2,
      known: 0,
      invalid_rows: {
        count: 2,
        errors: [
          {
            line: 2,
            message: expect.stringMatching(/^"555-0143" is not a US or Canadian phone number/) as string,
          },
          { line: 4, message: 'A quotation mark is misplaced' },
        ],
      },
    },
  });
  expect(await phones()).toEqual(['12025550144', '12025550146']);
});

/** Files as they come from registries, CRMs and spreadsheets, and the numbers that they silence. */
test.each([
  ['a registry: area code and number', '408,5550101\r\n650,5550103\r\n', ['14085550101', '16505550103']],
  [
    'opt-outs of a CRM with record ids of ten digits',
    'Record ID,First Name,Mobile Phone,Unsubscribed On\r\n2025550199,Ana,(408) 555-0101,2026-10-01\r\n',
    ['14085550101'],
  ],
  [
    'invisible characters',
    '\u202A+14085550123\u202C\r\n\u200B4085550124\r\n',
    ['14085550123', '14085550124'],
  ],
  ['a record number and a phone', 'Number,Mobile Phone\n2025550199,4085550101\n', ['14085550101']],
  ['two phones', 'Name,Phone,Mobile\nAna,4085550101,4085550102\n', ['14085550101', '14085550102']],
  [
    'a replacement character',
    'Name,Phone\nJos\uFFFD,+14085550101\nAna,+14085550102\n',
    ['14085550101', '14085550102'],
  ],
])('%s', async (_, csv, expected) => {
  expect(await call('POST', 'import/', csv, 'text/csv')).toEqual({
    status: 200,
    body: { added: expected.length, known: 0 },
  });
  expect(await phones()).toEqual(expected);
});

test.each([
  [
    'numbers that are none',
    'Ana\n555-0143\n',
    { errors: [{ line: 1, message: '"Ana" is not a US or Canadian phone number' }, { line: 2 }] },
  ],
  ['an open quotation mark', 'Phone\n"2025550143\n', { errors: [{ line: 2 }] }],
  ['no number', 'Phone\n', { message: 'The list has no numbers.' }],
  ['nothing', '\n', { message: 'The list has no numbers.' }],
  ['a ZIP file', 'PK\u0003\u0004', { code: 'INVALID_CSV' }],
])('a list with %s is refused as a whole', async (_what, csv, body) => {
  expect(await call('POST', 'import/', csv, 'text/csv')).toMatchObject({ status: 400, body });
  expect(await phones()).toEqual([]);
});

test('a form without a file, a long list and one above the limit are refused', async () => {
  const form = new FormData();
  form.set('note', 'nothing');
  expect(await call('POST', 'import/', form)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  const long = '2025550143\n'.repeat(1024 * 1024);
  expect(await call('POST', 'import/', long, 'text/csv')).toMatchObject({ status: 413 });
  const many = Array.from({ length: 1_001 }, (_, at) => String(2_025_000_000 + at)).join('\n');
  expect(await call('POST', 'import/', many, 'text/csv')).toMatchObject({
    status: 409,
    body: { code: 'LIMIT_REACHED' },
  });
  expect(await phones()).toEqual([]);
});

test('a key that may only read changes nothing, and without a key nothing is answered', async () => {
  const reader = await newKey('read');
  const number = { phone: '2025550143' };
  expect((await call('GET', '', undefined, '', reader)).status).toBe(200);
  for (const [method, path] of [
    ['POST', ''],
    ['DELETE', ''],
    ['POST', 'import/'],
  ] as const) {
    expect((await call(method, path, number, undefined, reader)).status).toBe(403);
    expect((await call(method, path, number, undefined, 'hark_none')).status).toBe(401);
  }
});

test('a number or list that is sent again under its Idempotency-Key adds nothing that was removed since', async () => {
  const again = async (path: string, content: object) => {
    const response = await fetch(`${hark.baseUrl}/api/suppressions/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': `of ${path}`,
      },
      body: JSON.stringify(content),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const sent = [
    ['', { phone: '2025550143' }, { phone: '12025550143', added: true }, { phone: '2025550149' }],
    [
      '',
      { phone: '2025550143' },
      { phone: '12025550143', added: true },
      { phone: '2025550143', reason: 'x' },
    ],
    ['import/', { phones: ['2025550144', '2025550145'] }, { added: 2, known: 0 }, { phones: ['2025550144'] }],
  ] as const;
  for (const [path, content, body, other] of sent) {
    expect(await again(path, content)).toEqual({ status: 200, body });
    for (const phone of await phones()) await call('DELETE', '', { phone });
    expect(await again(path, content)).toEqual({ status: 200, body });
    expect((await again(path, other)).status).toBe(422);
    expect(await phones()).toEqual([]);
  }
});

test('the list is a CSV file, in its order and with its search', async () => {
  const numbers = Array.from({ length: 501 }, (_, at) => String(12_025_550_200 + at));
  await call('POST', 'import/', { phones: numbers });
  await call('POST', '', { phone: '2025550143', reason: '=asked "by" mail' });
  const csv = async (query: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${hark.baseUrl}/api/suppressions/export.csv${query}`, { headers });
    return { status: response.status, lines: (await response.text()).trimEnd().split('\r\n') };
  };
  const [head, ...lines] = (await csv('')).lines;
  expect(head?.replace(/^\uFEFF/, '')).toBe('Phone Number,Source,Reason,Campaign,Added (UTC)');
  expect(lines.map((line) => line.split(',')[0])).toEqual(['12025550143', ...numbers]);
  expect((await csv('?search=0143')).lines.slice(1)).toEqual([
    expect.stringMatching(/^12025550143,added,"'=asked ""by"" mail",,\d\d-\d\d-\d{4} \d\d:\d\d [AP]M$/),
  ]);
  expect((await csv('?search=x')).status).toBe(400);
});
