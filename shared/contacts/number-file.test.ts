import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '#shared/fixtures/encode-text.ts';
import { readAllNumbers, readNumbers } from './number-file.ts';

const LIST = 'Name;Phone\r\nZoë;2025550143\r\n';
const phonesOf = (bytes: Uint8Array) => {
  const read = readAllNumbers(bytes);
  return read.kind === 'list' ? read.list.phones : read.message;
};
const utf8 = (text: string) => new TextEncoder().encode(text);

it.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const)('a file in %s is read', (encoding) => {
  expect(phonesOf(encodeText(LIST, encoding))).toEqual(['12025550143']);
  const long = `Name;Phone\r\n${'Zoë Müller;2025550143\r\n'.repeat(20_000)}Ana;2025550144\r\n`;
  expect(phonesOf(encodeText(long, encoding))).toEqual(['12025550143', '12025550144']);
});

it('a line that names the separator is skipped', () => {
  expect(phonesOf(utf8(`sep=;\n${LIST}`))).toEqual(['12025550143']);
});

it.each([',', ';', '\t', '|'])(
  'titles above a header separated by %j keep no number from the list',
  (mark) => {
    const rows = ['Name,Phone,Note', 'Ana,2025550143,"a; b, c"', 'Bo,2025550144,"d | e"'];
    const text = `Sperrliste 2026\r\n\r\n${rows.join('\r\n')}`;
    const read = readAllNumbers(utf8(text.replaceAll(/,(?! )/g, mark)));
    expect(read).toMatchObject({ list: { phones: ['12025550143', '12025550144'], errors: [] } });
  },
);

it.each([
  ['a damaged letter after a mark of UTF-8', [0xef, 0xbb, 0xbf, 0x5a, 0xfc]],
  ['Mac Roman', [0x4a, 0x6f, 0x73, 0x8e]],
  ['Shift JIS', [0x91, 0xbe, 0x98, 0x59]],
  ['a replacement character', [0x4a, 0xef, 0xbf, 0xbd]],
])('a name in %s keeps no number from the list', (_, name) => {
  const bytes = Uint8Array.from([...utf8('Name,Phone\n'), ...name, ...utf8(',2025550143\n')]);
  expect(phonesOf(bytes.subarray(0))).toEqual(['12025550143']);
});

it('half a character at the end of UTF-16 keeps no number from the list', () => {
  const bytes = encodeText('\uFEFF2025550143\n2025550144\nA', 'utf-16le');
  expect(phonesOf(bytes.subarray(0, -1))).toEqual(['12025550143', '12025550144']);
});

it('a line with a misplaced quotation mark is an error, and the lines after it are read', () => {
  expect(
    readAllNumbers(utf8('Name,Phone\n"O"Brien,2025550143\nAna,2025550144\n"Bo,2025550145\nCy,2025550146\n')),
  ).toEqual({
    kind: 'list',
    list: {
      phones: ['12025550144', '12025550146'],
      repeated: 0,
      invalid: 2,
      errors: [
        { line: 2, message: 'A quotation mark is misplaced' },
        { line: 4, message: 'A quotation mark is never closed' },
      ],
    },
  });
});

describe('a hostile file', () => {
  it('of 10 MB of empty lines is left at the line after the last', () => {
    const steps = readNumbers(utf8('\n'.repeat(10 * 1024 * 1024)));
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count += 1;
    expect(step.value).toEqual({
      kind: 'problem',
      message: 'The list has more than 100,000 lines. Please split it.',
    });
    // The check for UTF-8 reads it all, the list its first lines.
    expect(count).toBeLessThan(650);
  });

  it('of any marks is read in many small pieces', () => {
    const unit = fc.string({
      unit: fc.constantFrom('"', '""', ',', '\n', '5', ' ', '+'),
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(unit, (text) => {
        const steps = readNumbers(utf8(text.repeat(Math.ceil(200_000 / text.length))));
        let [pieces, most] = [0, 0];
        for (let done = false; !done; pieces += 1) {
          const before = process.cpuUsage();
          done = steps.next().done === true;
          most = Math.max(most, process.cpuUsage(before).user / 1_000);
        }
        expect(pieces).toBeGreaterThan(5);
        expect(most, 'processor time of a piece, in milliseconds').toBeLessThan(250);
      }),
      { numRuns: 20 },
    );
  });
});

it('a mark that is never closed hides no number of the lines below, nor a cell of several lines', () => {
  const list = 'Name,Phone\n"Ann,2025550143\nBob,2025550144\n"Cy\nRoe",2025550145\n';
  expect(phonesOf(utf8(list))).toEqual(['12025550144', '12025550145']);
});

it('three digits are the area code of the number behind them only in a column of area codes', () => {
  expect(phonesOf(utf8('Area Code,Phone\n202,5550143\n'))).toEqual(['12025550143']);
  for (const header of ['Store', 'Customer No', 'Extension'])
    expect(phonesOf(utf8(`${header},Phone\n202,5550143\nx,2025550144\n`))).toEqual(['12025550144']);
});
