import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeText } from '#shared/fixtures/encode-text.ts';
import type { TextEncoding } from '#shared/contacts/encodings/text-encoding.ts';
import { readRecords } from './records.ts';

/** A file whose bytes arrive in parts of the lengths given, again and again. */
function fileInParts(bytes: Uint8Array, lengths: readonly number[]): Blob {
  const stream = (from: number) => {
    let [at, part] = [from, 0];
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) {
          controller.close();
          return;
        }
        const end = at + (lengths[part % lengths.length] ?? bytes.length);
        controller.enqueue(bytes.slice(at, end));
        [at, part] = [end, part + 1];
      },
    });
  };
  return { size: bytes.length, slice: (from: number) => ({ stream: () => stream(from) }) } as unknown as Blob;
}

async function recordsOf(file: Blob, encoding: TextEncoding): Promise<string[][]> {
  const records: string[][] = [];
  const layout = { encoding, newline: '\n', delimiter: ',', start: 0 } as const;
  for await (const _ of readRecords(file, layout, (record) => records.push(record.cells())));
  return records;
}

const csvOf = (rows: readonly string[][]) => rows.map((cells) => cells.join(',')).join('\n');

const NAMES = [
  ['utf-8', 'Zoë 太郎'],
  ['utf-16le', 'Zoë 太郎🎉'],
  ['utf-16be', 'Zoë 太郎🎉'],
  ['windows-1252', 'Zoë Muñoz'],
  ['ibm850', 'Zoë Muñoz'],
  ['shift_jis', '山田 太郎'],
  ['gb18030', '王 伟 北京'],
] as const;

test.each(NAMES)('a file in %s of several chunks is read rightly', async (encoding, name) => {
  const rows = Array.from({ length: 9_000 }, (_, at) => [name, 'x'.repeat(at % 7), String(at)]);
  const bytes = encodeText(csvOf(rows), encoding);
  expect(bytes.length).toBeGreaterThan(2 * 64 * 1024);
  expect(await recordsOf(new Blob([bytes]), encoding)).toEqual(rows);
});

test.each(NAMES)(
  'a file in %s is read rightly, whatever the parts in which it arrives',
  async (encoding, name) => {
    const rows = [['Name', 'Number'], [name, '1'], ['', ''], [name + name, '23'], ['', '4'], ['5']];
    const bytes = encodeText(csvOf(rows), encoding);
    const lengths = fc.array(fc.integer({ min: 1, max: bytes.length }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(lengths, async (parts) => {
        expect(await recordsOf(fileInParts(bytes, parts), encoding)).toEqual(rows);
      }),
    );
    // The last part is a single character.
    const last = encodeText('5', encoding).length;
    expect(await recordsOf(fileInParts(bytes, [bytes.length - last, last]), encoding)).toEqual(rows);
  },
);
