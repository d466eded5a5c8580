import { expect, test } from 'vitest';
import { lyricsTag, readLyrics } from './id3.ts';

const AUDIO = Buffer.from([0xff, 0xfb, 0x50, 0x00, 0x01, 0x02]);
const TAGGED = Buffer.concat([lyricsTag('voice', 'Hello'), AUDIO]);

/** The recording with the bytes at a place of its tag replaced. */
function changed(at: number, bytes: readonly number[]): Buffer {
  const recording = Buffer.from(TAGGED);
  recording.set(bytes, at);
  return recording;
}

test.each([
  ['nothing', Buffer.alloc(0)],
  ['three letters', Buffer.from('ID3')],
  ['a bare recording', AUDIO],
  ['another version', changed(3, [3])],
  ['a tag with flags', changed(5, [0x80])],
  ['a tag without frames', Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x32'), Buffer.alloc(50), AUDIO])],
  ['a frame longer than its tag', changed(TAGGED.indexOf('USLT') + 4, [0x7f])],
  ['another encoding', changed(TAGGED.indexOf('USLT') + 10, [1])],
  ['other frames', changed(TAGGED.indexOf('USLT'), [...Buffer.from('COMM')])],
  ['an empty text', Buffer.concat([lyricsTag('voice', ''), AUDIO])],
])('no text is found in %s', (_name, recording) => {
  expect(readLyrics(recording)).toBeUndefined();
});

test('a recording that ends anywhere in its tag has no text', () => {
  for (let end = 0; end < lyricsTag('voice', 'Hello').length; end += 1)
    expect([end, readLyrics(TAGGED.subarray(0, end))]).toEqual([end, undefined]);
});

test.each(['Hello Ana', 'Grüße, 李雷 🎙️', 'x'.repeat(20_000)])(
  'the text of a written tag can be read: %.20s',
  (text) => {
    expect(readLyrics(Buffer.concat([lyricsTag('voice', text), Buffer.from([0xff, 0xe3])]))).toBe(text);
  },
);

test('a written tag has the bytes of ID3v2.4', () => {
  const tag = lyricsTag('Ana', 'Hi');
  expect(tag.toString('latin1')).toBe(
    'ID3\x04\x00\x00\x00\x00\x00\x1fTPE1\x00\x00\x00\x04\x00\x00\x03AnaUSLT\x00\x00\x00\x07\x00\x00\x03eng\x00Hi',
  );
});
