import { describe, expect, it, test } from 'vitest';
import { lyricsTag, readLyrics } from './id3.ts';

const AUDIO = Buffer.from([0xff, 0xfb, 0x50, 0x00, 0x01, 0x02]);

function syncsafe(size: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f));
}

function plain(size: number): Buffer {
  return Buffer.from([24, 16, 8, 0].map((shift) => (size >> shift) & 0xff));
}

const frame = (id: string, content: Buffer, { flags = 0, sizeOf = syncsafe } = {}) =>
  Buffer.concat([Buffer.from(id), sizeOf(content.length), Buffer.from([0, flags]), content]);

const lyrics = (encoding: number, descriptor: Buffer, text: Buffer) =>
  Buffer.concat([Buffer.from([encoding]), Buffer.from('eng'), descriptor, text]);

function tagged(frames: Buffer[], { version = 4, flags = 0, size = 0 } = {}): Buffer {
  const body = Buffer.concat([...frames, Buffer.alloc(50)]);
  const header = Buffer.concat([Buffer.from('ID3'), Buffer.from([version, 0, flags])]);
  return Buffer.concat([header, syncsafe(size === 0 ? body.length : size), body, AUDIO]);
}

const utf8 = (text: string) => lyrics(3, Buffer.from([0]), Buffer.from(text));
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('the text of a recording', () => {
  it.each([
    ['UTF-8', tagged([frame('USLT', utf8('Hello Zoë 👋'))]), 'Hello Zoë 👋'],
    ['long text', tagged([frame('USLT', utf8('word '.repeat(100).trim()))]), 'word '.repeat(100).trim()],
    ['a comment', tagged([frame('COMM', utf8('Hello'))]), 'Hello'],
    [
      'a frame after another',
      tagged([frame('TIT2', Buffer.from('\0Hi')), frame('USLT', utf8('Hello'))]),
      'Hello',
    ],
    [
      'UTF-16, either end first, after a descriptor',
      tagged([
        frame(
          'USLT',
          lyrics(
            1,
            Buffer.concat([Buffer.from('\ufeffĀbĀ\0', 'utf16le')]),
            Buffer.concat([Buffer.from([0xfe, 0xff]), bigEndian('Zoë')]),
          ),
        ),
      ]),
      'Zoë',
    ],
    [
      'UTF-16LE',
      tagged([
        frame('USLT', lyrics(1, Buffer.from('\ufeff\0', 'utf16le'), Buffer.from('\ufeffZoë', 'utf16le'))),
      ]),
      'Zoë',
    ],
    ['UTF-16BE', tagged([frame('USLT', lyrics(2, Buffer.from([0, 0]), bigEndian('Zoë')))]), 'Zoë'],
    [
      'Latin 1',
      tagged([frame('USLT', lyrics(0, Buffer.from('who\0'), Buffer.from('Zo\xeb', 'latin1')))]),
      'Zoë',
    ],
    [
      'version 2.3',
      tagged([frame('USLT', utf8('x'.repeat(200)), { sizeOf: plain })], { version: 3 }),
      'x'.repeat(200),
    ],
    ['a closing zero', tagged([frame('USLT', utf8('Hello\0'))]), 'Hello'],
  ])('is read from %s', (_name, recording, text) => {
    expect(readLyrics(recording)).toBe(text);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['three letters', Buffer.from('ID3')],
    ['a bare recording', AUDIO],
    ['another version', tagged([frame('USLT', utf8('Hello'))], { version: 2 })],
    ['an unsynchronised tag', tagged([frame('USLT', utf8('Hello'))], { flags: 0x80 })],
    ['a compressed frame', tagged([frame('USLT', utf8('Hello'), { flags: 0x08 })])],
    ['an unknown encoding', tagged([frame('USLT', lyrics(9, Buffer.from([0]), Buffer.from('Hello')))])],
    ['an empty text', tagged([frame('USLT', utf8(''))])],
    ['an empty frame', tagged([frame('USLT', Buffer.alloc(0))])],
    ['a frame longer than its tag', tagged([frame('USLT', utf8('Hello'))], { size: 16 })],
    ['an invalid size', Buffer.concat([Buffer.from('ID3\x04\0\0\xff\xff\xff\xff', 'latin1'), AUDIO])],
    ['other frames', tagged([frame('TIT2', Buffer.from('\0Hi'))])],
  ])('is not found in %s', (_name, recording) => {
    expect(readLyrics(recording)).toBeUndefined();
  });
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
