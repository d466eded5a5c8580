import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readJsonText } from './read-body.ts';

const read = (json: string) => {
  const headers = { 'content-length': String(Buffer.byteLength(json)) };
  const request = Object.assign(Readable.from([Buffer.from(json)]), { headers });
  return readJsonText(request as unknown as IncomingMessage, { signedIn: true });
};
const INVALID = { code: 'INVALID_INPUT' };

test.each([
  ['arrays', '[', ']'],
  ['objects', '{"a":', '}'],
  ['arrays in objects', '{"a":[', ']}'],
])('JSON of %s may be nested 32 levels deep', async (_, open, close) => {
  const levels = open.endsWith('[') && open.length > 1 ? 16 : 32;
  const nested = (count: number) => `${open.repeat(count)}1${close.repeat(count)}`;
  expect(await read(nested(levels))).toBe(nested(levels));
  await expect(read(nested(levels + 1))).rejects.toMatchObject(INVALID);
});

test.each([
  ['numbers', '1'],
  ['arrays', '[]'],
  ['objects', '{}'],
])('JSON may have 20,000 values: %s', async (_, value) => {
  // The outer array counts itself; empty arrays and objects count beside their comma.
  const most = value === '1' ? 20_000 : 10_000;
  const list = (count: number) => `[${Array.from({ length: count }, () => value).join(',')}]`;
  expect(await read(list(most))).toBe(list(most));
  await expect(read(list(most + 1))).rejects.toMatchObject(INVALID);
});

test('brackets and commas in strings do not count', async () => {
  const text = JSON.stringify({ note: `${'[{,'.repeat(10_000)}\\"[` });
  expect(await read(text)).toBe(text);
});
