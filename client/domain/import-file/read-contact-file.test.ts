import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { encodeText } from '#shared/fixtures/encode-text.ts';
import { errorText, type ErrorTable } from './error-table.ts';
import { readContactFile } from './read-contact-file.ts';

const fixture = (name: string) =>
  new Blob([new Uint8Array(readFileSync(new URL(`../../../shared/fixtures/${name}`, import.meta.url)))]);
const read = (content: Blob | string) => readContactFile(new Blob([content]), () => undefined);
const outcomeOf = async (content: Blob | string) => (await read(content)).outcome;
const HEADER = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone,Address1,City';
const row = (index: number, address = '1 High St', city = 'Zürich') => {
  const phone = String(12_000_000_000 + index);
  return `${String(index)},ann,LEE,+${phone},${phone},${address},${city}`;
};
const rows = (count: number, ...like: [address?: string, city?: string]) =>
  Array.from({ length: count }, (_, index) => row(index, ...like));

function errorsOf(outcome: { kind: string; errors?: ErrorTable }): string[] {
  const { errors } = outcome;
  return errors === undefined ? [] : Array.from(errors.lines, (_, index) => errorText(errors, index));
}

describe('contact lists', () => {
  test('a valid list is summarized with the empty cells of each column', async () => {
    expect(await outcomeOf(fixture('contacts-1k.csv'))).toMatchObject({
      kind: 'ready',
      summary: { contacts: 1_000, empty: { address1: 0, city: 0 } },
    });
    const real = await outcomeOf(fixture('contacts-real-world.csv'));
    expect(real).toMatchObject({
      kind: 'ready',
      summary: { contacts: 30, empty: { first_name: 0, address1: 0 } },
    });
  });

  test('row errors match the expected ones of the fixture', async () => {
    const expected = JSON.parse(
      readFileSync(
        new URL('../../../shared/fixtures/contacts-row-errors.expected.json', import.meta.url),
        'utf8',
      ),
    ) as { line: number; message: string }[];
    const outcome = await outcomeOf(fixture('contacts-row-errors.csv'));
    expect(outcome.kind).toBe('data');
    expect(errorsOf(outcome)).toEqual(
      expected.map(({ line, message }) => `Line ${String(line)}: ${message}`),
    );
  });

  test('invalid headers are reported as a header error', async () => {
    const outcome = await outcomeOf(fixture('contacts-bad-headers.csv'));
    expect(outcome.kind).toBe('header');
    expect(errorsOf(outcome)).toEqual(['Line 1: Invalid headers']);
  });

  test('blank records are skipped and not counted', async () => {
    const content = [HEADER, row(1), '', ',,,,,,', row(2), row(1), ''].join('\r\n');
    expect(errorsOf(await outcomeOf(content))).toEqual([
      'Line 4: Duplicate id',
      'Line 4: Duplicate phone number',
    ]);
  });

  test.each(['\n', '\r\n', '\r'])('lines may end with %j', async (end) => {
    expect(await outcomeOf([HEADER, ...rows(3)].join(end))).toMatchObject({
      kind: 'ready',
      summary: { contacts: 3 },
    });
  });
});

/** A file as a browser reads it: its stream arrives in small parts. */
class StreamedFile extends Blob {
  override slice(start?: number, end?: number): Blob {
    const part = super.slice(start, end);
    return Object.assign(part, { stream: () => inSmallParts(part) });
  }
}

function inSmallParts(file: Blob): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      const bytes = new Uint8Array(await file.slice(at, at + 64 * 1024).arrayBuffer());
      at += bytes.length;
      if (bytes.length === 0) controller.close();
      else controller.enqueue(bytes);
    },
  });
}

describe('a line of more than four megabytes', () => {
  test.each([
    ['utf-8', 'é', 2_200_000, 1],
    ['utf-8', '😀', 1_100_000, 2],
    ['utf-8', '😀', 1_100_000, 3],
    ['utf-16le', '😀', 1_100_000, 0],
    ['utf-16le', '😀', 1_100_000, 1],
    ['utf-16be', '😀', 1_100_000, 0],
    ['utf-16be', '😀', 1_100_000, 1],
  ] as const)(
    'in %s is not divided within a character: %s, %d times',
    async (encoding, letter, times, shift) => {
      const notes = 'x'.repeat(shift) + letter.repeat(times);
      const text = `\uFEFF${HEADER},Notes\n${row(1)},${notes}\n${row(2)}`;
      const { outcome } = await readContactFile(
        new StreamedFile([encodeText(text, encoding)]),
        () => undefined,
      );
      expect(outcome).toMatchObject({ kind: 'ready', summary: { contacts: 2 } });
    },
  );
});

describe('messageErrors', () => {
  test('reports the lines for which the message is empty or too long', async () => {
    const content = [HEADER, row(1), row(2, 'x', ''), '', row(3, 'x', 'y'.repeat(500))].join('\n');
    const { messageErrors } = await read(content);
    const texts = async (message: string) => errorsOf({ kind: 'data', errors: await messageErrors(message) });
    expect(await texts('Hi {first_name}')).toEqual([]);
    expect(await texts('{city}')).toEqual(['Line 3: The message is empty for this contact']);
    expect(await texts(`${'x'.repeat(800)}{city}`)).toEqual([
      'Line 4: The message is longer than 1,200 characters for this contact',
    ]);
  });
});

describe('invalid files', () => {
  test.each([
    ['an empty file', '', 'The file is empty.'],
    ['a ZIP file', 'PK\x03\x04', 'This is a ZIP or Excel file, not CSV. Please save it as CSV UTF-8.'],
    ['a file with a header only', HEADER, 'The file has no contacts.'],
    [
      'a file with NUL bytes far inside',
      [HEADER, ...rows(300), row(301, 'a\0b')].join('\n'),
      'This is not a text file. Please save it as CSV UTF-8.',
    ],
  ])('%s is unreadable', async (_, content, message) => {
    expect(await outcomeOf(content)).toEqual({ kind: 'unreadable', message });
  });

  test('a file of a gigabyte is rejected without being read', async () => {
    const part = new Blob([new Uint8Array(16 * 1024 * 1024)]);
    expect(await outcomeOf(new Blob(Array<Blob>(64).fill(part)))).toEqual({
      kind: 'unreadable',
      message: 'The file is larger than 256 MB.',
    });
  });

  test('a duplicate header is an error', async () => {
    const outcome = await outcomeOf(`${HEADER},firstname\n${row(1)},Bo`);
    expect(errorsOf(outcome)).toEqual(['Line 1: Invalid headers: FirstName appears twice']);
  });

  test('an unclosed quotation mark in a long file is one error at its line', async () => {
    const content = [HEADER, row(1), row(2, '"12 High St'), ...rows(200_000)].join('\n');
    expect(errorsOf(await outcomeOf(content))).toEqual(['Line 3: A quotation mark is never closed']);
  });

  test('unclosed and misplaced quotation marks are reported at their lines', async () => {
    expect(errorsOf(await outcomeOf([HEADER, row(1), row(2, '"12 High St')].join('\n')))).toEqual([
      'Line 3: A quotation mark is never closed',
    ]);
    expect(
      errorsOf(await outcomeOf([HEADER, row(1), row(2, '"12" High" St'), row(3)].join('\n')))[0],
    ).toMatch(/^Line 3: A quotation mark/);
  });

  test('a million columns are a header error', async () => {
    expect((await outcomeOf(`${'a,'.repeat(1_000_000)}\n${row(1)}`)).kind).toBe('header');
  });

  test('a single very long line is a header error', async () => {
    expect((await outcomeOf('x'.repeat(9_000_000))).kind).toBe('header');
  });
});

describe('a file of many chunks', () => {
  const count = 40_000;
  const lineBreaks = rows(count, '"12 High St\nRear, ""entrance"""', 'Malmö 𐐨');
  const content = new Blob([[HEADER, ...lineBreaks].join('\n')]);

  test('no character or record is lost between chunks, and any contact can be read', async () => {
    const file = await readContactFile(content, () => undefined);
    expect(file.outcome).toMatchObject({ kind: 'ready', summary: { contacts: count, empty: { city: 0 } } });
    for (const index of [0, 1, 777, 20_000, count - 1, 5]) {
      expect(await file.contact(index)).toMatchObject<Partial<Contact>>({
        id: String(index),
        first_name: 'Ann',
        last_name: 'Lee',
        address1: '12 High St\nRear, "entrance"',
        city: 'Malmö 𐐨',
      });
    }
    expect(await file.contact(count)).toBeNull();
  });

  test('progress increases up to the size of the file', async () => {
    const onProgress = vi.fn<(bytes: number) => void>();
    await readContactFile(content, onProgress);
    const progress = onProgress.mock.calls.map(([bytes]) => bytes);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(content.size);
    expect(progress.length).toBeGreaterThan(10);
  });
});
