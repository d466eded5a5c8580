import { expect, it } from 'vitest';
import { encodeText } from '#shared/fixtures/encode-text.ts';
import { numberFileText } from './number-file.ts';

const LIST = 'Name;Phone\r\nZoë;2025550143\r\n';

it.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const)('a file in %s is read', (encoding) => {
  expect(numberFileText(encodeText(LIST, encoding))).toMatchObject({
    ...{ ok: true, text: LIST },
    layout: { encoding, delimiter: ';' },
  });
});

it('a line that names the separator is skipped', () => {
  expect(numberFileText(encodeText(`sep=;\n${LIST}`, 'utf-8'))).toMatchObject({ ok: true, text: LIST });
});

it('a damaged file is refused in words', () => {
  expect(numberFileText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x5a, 0xfc))).toEqual({
    ok: false,
    problem: 'The file is not UTF-8 text. Please save it as CSV UTF-8.',
  });
  expect(numberFileText(Uint8Array.of(0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00))).toMatchObject({ ok: false });
});
