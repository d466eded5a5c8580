import { expect, test } from 'vitest';
import { fileProblem } from './contact-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ['nothing', new Uint8Array(), 'The file is empty.'],
  ['a zip', bytes('PK\x03\x04rest'), 'This is a ZIP or Excel file, not CSV. Please save it as CSV UTF-8.'],
  [
    'an old Excel file',
    Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0),
    'This is an Excel file, not CSV. Please save it as CSV UTF-8.',
  ],
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x69, 0), 'The file is UTF-16. Please save it as CSV UTF-8.'],
  [
    'UTF-16 of the other order',
    Uint8Array.of(0xfe, 0xff),
    'The file is UTF-16. Please save it as CSV UTF-8.',
  ],
  ['NUL bytes', bytes('id,First\0Name'), 'This is not a text file. Please save it as CSV UTF-8.'],
])('%s is rejected', (_, head, problem) => {
  expect(fileProblem(head)).toBe(problem);
});

test.each(['id,FirstName', '\uFEFFid,FirstName', 'x'])('text is accepted: %j', (text) => {
  expect(fileProblem(bytes(text))).toBeNull();
});

test.each([
  [0x50, 0x4b, 0x03, 0x05],
  [0x50, 0x4b, 0x04, 0x04],
  [0x50, 0x4c, 0x03, 0x04],
  [0x51, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe1],
  [0xd0, 0xcf, 0x12, 0xe0],
  [0xd0, 0xce, 0x11, 0xe0],
  [0xd1, 0xcf, 0x11, 0xe0],
  [0xff, 0xfd],
  [0xfe, 0xfe],
])('a file that begins with %j is no other format', (...head) => {
  expect(fileProblem(Uint8Array.from(head))).toBeNull();
});
