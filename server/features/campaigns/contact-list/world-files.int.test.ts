import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { encodeText } from '#shared/fixtures/encode-text.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber } from '#server/testing/system/subscriber.ts';

const FIXTURES = new URL('../../../../shared/fixtures/', import.meta.url);
const csvOf = (name: string) => readFile(new URL(name, FIXTURES));

let hark: TestHark;
let cookie: string;
let voiceId: string;
let name: string;

beforeAll(async () => {
  hark = await startHark();
  const subscriber = await newSubscriber(hark, 'Autumn');
  cookie = subscriber.client.cookie();
  voiceId = subscriber.voiceId;
}, 60_000);
beforeEach(() => {
  name = `World ${newId()}`;
});
afterAll(() => hark.stop());

async function send(path: string, file: Uint8Array, fields: Record<string, string>) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('csv_file', new Blob([new Uint8Array(file)]), 'contacts.csv');
  const headers = { cookie, origin: hark.baseUrl };
  const response = await fetch(`${hark.baseUrl}${path}`, { method: 'POST', headers, body: form });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function create(file: Uint8Array, more: Record<string, string> = {}) {
  const drop_date = new Date(Date.now() + DAY_MS).toISOString();
  const fields = { campaign_name: name, message: 'Hello {first_name}', voice_id: voiceId, drop_date };
  return send('/api/campaigns/create/', file, { ...fields, ...more });
}

const check = async (file: string) => send('/api/campaigns/check-list/', await csvOf(file), {});

async function namesOf(): Promise<string[]> {
  const path = `/api/campaigns/${encodeURIComponent(name)}/contacts/`;
  const response = await fetch(`${hark.baseUrl}${path}`, { headers: { cookie } });
  const { contacts } = (await response.json()) as { contacts: Record<'first_name' | 'last_name', string>[] };
  return contacts.map(({ first_name, last_name }) => `${first_name} ${last_name}`);
}

it.each([
  ['mac-roman-cr', 'José Muñoz'],
  ['mac-roman-crlf', 'José Muñoz'],
  ['mac-roman-capitals', 'Éva Ñandú'],
  ['windows-1250', 'Łukasz Wiśniewski'],
  ['windows-1251', 'Ольга Иванова'],
  ['gbk', '伟 王'],
  ['shift-jis', '太郎 山田'],
])('in %s are stored rightly', async (name, first) => {
  expect(await create(await csvOf(`encodings/${name}.csv`))).toMatchObject({ status: 201 });
  expect((await namesOf())[0]).toBe(first);
});

it.each([
  ['utf8-fffd', { code: 'lost_character', count: 1, line: 2 }],
  ['utf8-fffd-unused', { code: 'lost_character', count: 1, line: 2 }],
  ['utf16-fffd', { code: 'lost_character', count: 1, line: 2 }],
  ['mojibake', { code: 'garbled_text', count: 2, line: 2 }],
])('with text that was damaged before (%s) are stored with a warning', async (file, warning) => {
  const named = { body: { warnings: expect.arrayContaining([expect.objectContaining(warning)]) as unknown } };
  expect(await check(`encodings/${file}.csv`)).toMatchObject({ ...named, status: 200 });
  expect(await create(await csvOf(`encodings/${file}.csv`))).toMatchObject({ ...named, status: 201 });
});

it('with a comma in a cell are refused by line, with the cells and the columns', async () => {
  const message = '9 cells under 8 columns: a comma in a cell needs quotation marks';
  expect(await check('contacts-unquoted-comma.csv')).toMatchObject({
    status: 400,
    body: { code: 'INVALID_CSV', errors: [{ line: 3, message }] },
  });
});

it('with a column without a heading are stored without it, with a warning', async () => {
  const header = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone,';
  const rows = ['1,Ana,Diaz,+14085550101,14085550101,call after 5', '2,Bo,Orr,+14085550102,14085550102,'];
  const created = await create(Buffer.from([header, ...rows].join('\n')));
  const warning = expect.objectContaining({ code: 'unnamed_column', count: 1, line: 2 }) as unknown;
  const warnings = expect.arrayContaining([warning]) as unknown;
  expect(created).toMatchObject({ status: 201, body: { warnings } });
  expect(await namesOf()).toEqual(['Ana Diaz', 'Bo Orr']);
});

it('in an encoding that is not certain are refused with advice, and read in the one that is named', async () => {
  const header = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone';
  const file = encodeText(`${header}\n1,Sol’s,D’az,12025550143,12025550143\n`, 'windows-1252');
  const advice = /^The file is not UTF-8 text: it may be .*Mac Roman.*\. Please save it as CSV UTF-8\.$/;
  expect(await create(file)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_CSV', error: expect.stringMatching(advice) as string },
  });
  expect(await create(file, { charset: 'klingon' })).toMatchObject({
    status: 400,
    body: { fields: { charset: expect.any(String) as string } },
  });
  expect(await create(file, { charset: 'MacRoman' })).toMatchObject({ status: 201 });
  expect(await namesOf()).toEqual(['Solís Díaz']);
});
