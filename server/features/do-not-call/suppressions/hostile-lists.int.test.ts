import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

const MB = 1024 * 1024;

let hark: TestHark;
let cookie: string;

beforeAll(async () => {
  hark = await startHark();
  cookie = (await hark.newUser()).client.cookie();
});
afterAll(() => hark.stop());

async function importList(body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${hark.baseUrl}/api/suppressions/import/`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'text/csv', origin: hark.baseUrl, ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('a list that costs much to read is refused with little', () => {
  test.each([
    ['a line of doubled quotation marks', '"""",'.repeat(100_000), { code: 'INVALID_CSV' }],
    [
      'empty lines',
      '\n'.repeat(10 * MB - 1),
      { message: 'The list has more than 100,000 lines. Please split it.' },
    ],
    ['empty cells', ','.repeat(4 * MB - 1), { code: 'INVALID_CSV' }],
    ['one cell', 'x'.repeat(10 * MB - 1), { code: 'INVALID_CSV' }],
    ['a quotation mark that is never closed', `"${'2\n'.repeat(5 * MB - 1)}`, { code: 'INVALID_CSV' }],
    ['lines with a misplaced quotation mark', '"x"y\n'.repeat(2 * MB - 1), { code: 'INVALID_CSV' }],
    ['cells that are none', 'x,\n'.repeat(99_999), { code: 'INVALID_CSV' }],
  ])('%s', { timeout: 60_000 }, async (_, list, body) => {
    const before = process.memoryUsage().rss;
    const used = process.cpuUsage();
    const answer = importList(list);
    expect((await fetch(`${hark.baseUrl}/readyz`)).status).toBe(200);
    expect(await answer).toMatchObject({ status: 400, body });
    expect(process.cpuUsage(used).user / 1_000).toBeLessThan(5_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * MB);
    const { errors = [] } = (await answer).body as { errors?: unknown[] };
    expect(errors.length).toBeLessThanOrEqual(10_000);
  });
});

test('a list of more numbers than the plan allows is refused while it is read', async () => {
  const numbers = Array.from({ length: 90_000 }, (_, at) => String(4_085_000_000 + at)).join('\n');
  expect(await importList(numbers)).toMatchObject({ status: 409, body: { code: 'LIMIT_REACHED' } });
});

test('one list of a user is read at a time', async () => {
  const list = Array.from({ length: 500 }, (_, at) => String(4_085_000_000 + at)).join('\n');
  const answers = await Promise.all(Array.from({ length: 10 }, () => importList(list)));
  expect(answers.map(({ body }) => body['added']).toSorted()).toEqual([...Array<number>(9).fill(0), 500]);
});
