import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHark, type TestHark } from './hark.ts';

const SAMPLES = new URL('../../../shared/fixtures/world/', import.meta.url);

let hark: TestHark;
type User = Awaited<ReturnType<TestHark['newUser']>>;

beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

/** What an entrance answers to a number: its digits where it says them. */
interface Answer {
  status: number;
  text: string;
}
type Entrance = (user: User, phone: string) => Promise<Answer>;

const json =
  (method: 'post' | 'put', pathOf: (user: User) => string, bodyOf: (phone: string) => object): Entrance =>
  async (user, phone) => {
    const { status, body } = await user.client[method](pathOf(user), bodyOf(phone));
    return { status, text: JSON.stringify(body) };
  };

const ENTRANCES: Record<string, Entrance> = {
  'the do-not-call list': json(
    'post',
    () => '/api/suppressions/',
    (phone) => ({ phone }),
  ),
  'its import': json(
    'post',
    () => '/api/suppressions/import/',
    (phone) => ({ phones: [phone] }),
  ),
  'the number to call back': json(
    'put',
    () => '/api/calling-profile/',
    (phone) => ({ callback_number: phone }),
  ),
  'the phone of the profile': json(
    'put',
    ({ uid }) => `/users/${uid}/`,
    (phone) => ({ phone }),
  ),
  'the history of a person': async ({ client }, phone) => {
    const path = `/api/contacts/${encodeURIComponent(phone)}/history/`;
    const { status, body } = await client.get(path);
    return { status, text: JSON.stringify(body) };
  },
  'the stop page': async ({ client }, phone) => {
    const { body } = await client.get('/api/calling-profile/');
    const response = await fetch(`${hark.baseUrl}${String(body['stop_path'])}`, {
      method: 'POST',
      body: new URLSearchParams({ phone }),
    });
    return { status: response.status, text: await response.text() };
  },
};

const entrances = Object.entries(ENTRANCES);

test.each(entrances)('%s reads every form that people write', async (_, enter) => {
  const user = await hark.newUser();
  const forms = [
    ...['+1 (408) 555-0123', '408.555.0123', '4085550123.0', '001 408 555 0123', 'tel:+1-408-555-0123'],
    ...['p:+14085550123', '４０８５５５０１２３', '\u202a+14085550123\u202c', '\u200b408\u00ad5550123'],
  ];
  for (const form of forms) expect([form, (await enter(user, form)).status]).toEqual([form, 200]);
});

test.each(entrances)('%s refuses by name what is no number, and stores nothing', async (_, enter) => {
  const user = await hark.newUser();
  const refused = [
    ['408555012.0', 'it has a fraction'],
    ['40855501.20', 'it has a fraction'],
    ['-4085550123', 'it begins with a minus sign'],
    ['+442079460958.0', 'it has a fraction'],
    ['1.408.555.01.23', 'its punctuation is misplaced'],
    ['4.085550123E9', 'a spreadsheet shortened it'],
    ['408-555-0123 x12', 'it has an extension'],
    ['4085550123;4085550124', 'it has several numbers'],
    ['4085550123 ::: 4085550124', 'it has several numbers'],
    ['555-0123', 'it has too few digits'],
  ] as const;
  for (const [form, why] of refused) {
    const { status, text } = await enter(user, form);
    expect([form, status]).toEqual([form, 400]);
    expect(text).toContain(why);
  }
  const { body } = await user.client.get('/api/suppressions/');
  expect(body['suppressions']).toEqual([]);
});

test.each(entrances.slice(0, 4))('%s refuses an area code that is not called', async (_, enter) => {
  const user = await hark.newUser();
  for (const [form, why] of [
    ['+1 900 555 0123', 'Area code 900 costs extra and is not called'],
    ['9115550123', 'Area code 911 does not exist'],
    ['10085550123', 'Area code 008 does not exist'],
  ] as const) {
    const { status, text } = await enter(user, form);
    expect([status, text.includes(why)]).toEqual([400, true]);
  }
});

test('a do-not-call file with invisible characters suppresses every number', async () => {
  const { client } = await hark.newUser();
  const file = await readFile(new URL('07-hidden-dnc.txt', SAMPLES));
  const form = new FormData();
  form.set('csv_file', new Blob([new Uint8Array(file)]), 'stop.txt');
  const response = await fetch(`${hark.baseUrl}/api/suppressions/import/`, {
    method: 'POST',
    headers: { cookie: client.cookie(), origin: hark.baseUrl },
    body: form,
  });
  expect([response.status, await response.json()]).toEqual([200, { added: 2, known: 0 }]);
  const { body } = await client.get('/api/suppressions/');
  expect(body['suppressions']).toMatchObject([{ phone: '14085550123' }, { phone: '14085550124' }]);
});
