import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TextEncoding } from '#shared/contacts/encodings/text-encoding.ts';
import { encodeText } from '#shared/fixtures/encode-text.ts';
import { csvFile } from './csv-file.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'csv-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function recordsOf(bytes: Uint8Array, encoding?: TextEncoding): Promise<string[][]> {
  const path = join(folder, 'list.csv');
  await writeFile(path, bytes);
  const file = csvFile(path, { encoding });
  return file.attempt(async (layout) => {
    const records: string[][] = [];
    for await (const _ of file.records(layout, (record) => records.push(record.cells())));
    return records;
  });
}

test.each([
  ['utf-8', 'Zoë Müller'],
  ['utf-16le', 'Zoë 太郎'],
  ['utf-16be', 'Zoë 太郎'],
  ['windows-1252', 'Zoë Muñoz'],
  ['macintosh', 'Zoë Muñoz'],
  ['windows-1250', 'Łukasz Wiśniewski'],
  ['windows-1251', 'Ольга Иванова'],
  ['koi8-r', 'Ольга Иванова'],
  ['windows-1253', 'Γιώργος Παπαδόπουλος'],
  ['shift_jis', '山田 太郎'],
  ['gb18030', '王 伟 北京'],
  ['big5', '陳 志明 台北'],
  ['euc-kr', '김민수 서울'],
] as const)('a file in %s is read rightly beyond its first block', async (encoding, name) => {
  // Lines of different lengths: blocks end at every place of a character.
  const rows = Array.from({ length: 20_000 }, (_, at) => [name, 'x'.repeat(at % 7), String(at)]);
  const text = [['Name', 'Note', 'Number'], ...rows].map((cells) => cells.join(',')).join('\n');
  const bytes = encodeText(`${text}\n`, encoding);
  expect(bytes.length).toBeGreaterThan(2 * 128 * 1024);
  const records = await recordsOf(bytes);
  expect(records).toHaveLength(20_001);
  expect(records.slice(1)).toEqual(rows);
});

test.each(['utf-8', 'utf-16le', 'utf-16be'] as const)(
  'a file in %s whose text is ASCII is read rightly beyond its first block',
  async (encoding) => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ['Ana "A" Lee', 'x'.repeat(at % 7), String(at)]);
    const text = rows.map(([name = '', ...cells]) => [`"${name.replaceAll('"', '""')}"`, ...cells].join(','));
    const bytes = encodeText(`\uFEFF${text.join('\n')}\n`, encoding);
    expect(bytes.length).toBeGreaterThan(2 * 128 * 1024);
    expect(await recordsOf(bytes)).toEqual(rows);
  },
);

test('a byte of a character that is cut by a block is no delimiter', async () => {
  // The second byte of this character is that of the delimiter.
  const letter = 'ポ';
  const head = `Name|Number\n${letter}|1\n`;
  const block = 32 * 1024;
  const filler = 'x'.repeat(block - 1 - encodeText(head, 'shift_jis').length);
  const bytes = encodeText(`${head}${filler}${letter}|2\n${'Ana|3\n'.repeat(20_000)}`, 'shift_jis');
  expect(bytes[block]).toBe('|'.charCodeAt(0));
  const records = await recordsOf(bytes, 'shift_jis');
  expect(records.slice(1, 4)).toEqual([
    [letter, '1'],
    [filler + letter, '2'],
    ['Ana', '3'],
  ]);
});

test.each(['utf-16le', 'utf-16be'] as const)(
  '%s that is cut within a character is refused',
  async (encoding) => {
    const bytes = encodeText(`\uFEFFName\n${'Zoë\n'.repeat(50_000)}`, encoding);
    await expect(recordsOf(bytes.subarray(0, -1))).rejects.toMatchObject({ code: 'INVALID_CSV' });
  },
);
