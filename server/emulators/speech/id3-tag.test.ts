import { expect, test } from 'vitest';
import { spokenTextTag } from './id3-tag.ts';
import { readSpokenText } from './id3-text.ts';

test.each(['Hello Ana', 'Grüße, 李雷 🎙️', 'x'.repeat(20_000)])(
  'words can be read from the tag: %.20s',
  (words) => {
    expect(readSpokenText(Buffer.concat([spokenTextTag('voice', words), Buffer.from([0xff, 0xe3])]))).toBe(
      words,
    );
  },
);

test('is the ID3v2.4 tag that players know', () => {
  const tag = spokenTextTag('Ana', 'Hi');
  expect(tag.toString('latin1')).toBe(
    'ID3\x04\x00\x00\x00\x00\x00\x1fTPE1\x00\x00\x00\x04\x00\x00\x03AnaUSLT\x00\x00\x00\x07\x00\x00\x03eng\x00Hi',
  );
});
