/** Version 2.4 without flags. */
const TAG_HEADER = Buffer.from('ID3\x04\x00\x00', 'latin1');
const FRAME_FLAGS = Buffer.alloc(2);
const UTF_8 = 3;
const HEADER_BYTES = 10;
const UNSYNCHRONISED_OR_EXTENDED = 0xc0;
/** Flags of a compressed, encrypted or unsynchronised frame. */
const ENCODED_FRAME_FLAGS = 0x0e;
/** Unsynchronised lyrics and comments. Both consist of encoding, language, descriptor and text. */
const LYRICS_FRAMES: ReadonlySet<string> = new Set(['USLT', 'COMM']);
const ENCODINGS = ['windows-1252', 'utf-16', 'utf-16be', 'utf-8'] as const;

/** Returns an ID3v2.4 tag with the speaker (TPE1) and the text (USLT), to be prepended to an MP3. */
export function lyricsTag(speaker: string, text: string): Buffer {
  const frames = Buffer.concat([
    frame('TPE1', Buffer.concat([Buffer.of(UTF_8), Buffer.from(speaker)])),
    frame('USLT', Buffer.concat([Buffer.of(UTF_8), Buffer.from('eng\0'), Buffer.from(text)])),
  ]);
  return Buffer.concat([TAG_HEADER, encodeSyncsafe(frames.length), frames]);
}

function frame(id: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(id), encodeSyncsafe(content.length), FRAME_FLAGS, content]);
}

/** Encodes a size in four bytes of seven bits each. */
function encodeSyncsafe(size: number): Buffer {
  return Buffer.of((size >> 21) & 0x7f, (size >> 14) & 0x7f, (size >> 7) & 0x7f, size & 0x7f);
}

/**
 * Returns the text of a recording's ID3v2 tag (a USLT or COMM frame of version 2.3 or 2.4), or undefined if there is
 * none. The local voice writes it, and the local carrier reads it to show what was said.
 */
export function readLyrics(recording: Buffer): string | undefined {
  for (const { id, content } of framesOf(recording)) {
    const words = LYRICS_FRAMES.has(id) ? decodeLyrics(content) : undefined;
    if (words !== undefined && words !== '') return words;
  }
  return undefined;
}

/** Yields the frames of the tag, up to the first invalid one. */
function* framesOf(recording: Buffer): Generator<{ id: string; content: Buffer }> {
  const version = recording[3] ?? 0;
  const isTagged = recording.subarray(0, 3).toString('latin1') === 'ID3' && (version === 3 || version === 4);
  if (!isTagged || ((recording[5] ?? 0) & UNSYNCHRONISED_OR_EXTENDED) !== 0) return;
  const tag = recording.subarray(HEADER_BYTES, HEADER_BYTES + (decodeSyncsafe(recording, 6) ?? 0));
  for (let at = 0; at + HEADER_BYTES <= tag.length;) {
    const id = tag.subarray(at, at + 4).toString('latin1');
    const size = version === 4 ? decodeSyncsafe(tag, at + 4) : tag.readUInt32BE(at + 4);
    const begin = at + HEADER_BYTES;
    if (!/^[A-Z0-9]{4}$/.test(id) || size === undefined || begin + size > tag.length) return;
    if (((tag[at + 9] ?? 0) & ENCODED_FRAME_FLAGS) === 0)
      yield { id, content: tag.subarray(begin, begin + size) };
    at = begin + size;
  }
}

/** Decodes a syncsafe size; returns undefined if the highest bit of a byte is set. */
function decodeSyncsafe(bytes: Buffer, at: number): number | undefined {
  const four = bytes.subarray(at, at + 4);
  if (four.length < 4 || four.some((byte) => byte > 0x7f)) return undefined;
  return four.reduce((sum, byte) => sum * 0x80 + byte, 0);
}

/** Decodes the text that follows the descriptor, in the encoding of the frame. */
function decodeLyrics(content: Buffer): string | undefined {
  const encoding = ENCODINGS[content[0] ?? -1];
  if (encoding === undefined || content.length < 4) return undefined;
  const payload = content.subarray(4);
  const charBytes = encoding.startsWith('utf-16') ? 2 : 1;
  const text = payload.subarray(endOfDescriptor(payload, charBytes));
  return new TextDecoder(encodingOf(text, encoding)).decode(text).replace(/\0+$/, '').trim();
}

function endOfDescriptor(payload: Buffer, charBytes: 1 | 2): number {
  for (let at = 0; at + charBytes <= payload.length; at += charBytes) {
    if (payload[at] === 0 && (charBytes === 1 || payload[at + 1] === 0)) return at + charBytes;
  }
  return payload.length;
}

/** Resolves the byte order of UTF-16 by its byte order mark. */
function encodingOf(text: Buffer, encoding: (typeof ENCODINGS)[number]): string {
  if (encoding !== 'utf-16') return encoding;
  return text[0] === 0xfe && text[1] === 0xff ? 'utf-16be' : 'utf-16le';
}
