const HEADER_BYTES = 10;
const UNSYNCHRONISED_OR_EXTENDED = 0xc0;
/** A frame that is compressed, encrypted or unsynchronised in itself. */
const PACKED = 0x0e;
/** Frames of words: unsynchronised lyrics and comments. Both hold encoding, language, descriptor and text. */
const WORD_FRAMES: ReadonlySet<string> = new Set(['USLT', 'COMM']);
const ENCODINGS = ['windows-1252', 'utf-16', 'utf-16be', 'utf-8'] as const;

/**
 * The words that a recording's ID3v2 tag says are spoken in it (a USLT or COMM frame of version 2.3 or 2.4), by which
 * the local carrier hears what the local voice has spoken. `undefined` for any recording without them.
 */
export function readSpokenText(recording: Buffer): string | undefined {
  for (const { id, content } of framesOf(recording)) {
    const words = WORD_FRAMES.has(id) ? wordsOf(content) : undefined;
    if (words !== undefined && words !== '') return words;
  }
  return undefined;
}

/** The frames at the beginning of a recording, up to the first that cannot be read. */
function* framesOf(recording: Buffer): Generator<{ id: string; content: Buffer }> {
  const version = recording[3] ?? 0;
  const isTagged = recording.subarray(0, 3).toString('latin1') === 'ID3' && (version === 3 || version === 4);
  if (!isTagged || ((recording[5] ?? 0) & UNSYNCHRONISED_OR_EXTENDED) !== 0) return;
  const tag = recording.subarray(HEADER_BYTES, HEADER_BYTES + (syncsafe(recording, 6) ?? 0));
  for (let at = 0; at + HEADER_BYTES <= tag.length;) {
    const id = tag.subarray(at, at + 4).toString('latin1');
    const size = version === 4 ? syncsafe(tag, at + 4) : tag.readUInt32BE(at + 4);
    const begin = at + HEADER_BYTES;
    if (!/^[A-Z0-9]{4}$/.test(id) || size === undefined || begin + size > tag.length) return;
    if (((tag[at + 9] ?? 0) & PACKED) === 0) yield { id, content: tag.subarray(begin, begin + size) };
    at = begin + size;
  }
}

/** Seven bits a byte, the highest bit of each zero; `undefined` for anything else. */
function syncsafe(bytes: Buffer, at: number): number | undefined {
  const four = bytes.subarray(at, at + 4);
  if (four.length < 4 || four.some((byte) => byte > 0x7f)) return undefined;
  return four.reduce((sum, byte) => sum * 0x80 + byte, 0);
}

/** The text after a descriptor, both in the frame's own encoding. */
function wordsOf(content: Buffer): string | undefined {
  const encoding = ENCODINGS[content[0] ?? -1];
  if (encoding === undefined || content.length < 4) return undefined;
  const described = content.subarray(4);
  const wide = encoding.startsWith('utf-16') ? 2 : 1;
  const text = described.subarray(endOfDescriptor(described, wide));
  return new TextDecoder(encodingOf(text, encoding)).decode(text).replace(/\0+$/, '').trim();
}

function endOfDescriptor(described: Buffer, wide: 1 | 2): number {
  for (let at = 0; at + wide <= described.length; at += wide) {
    if (described[at] === 0 && (wide === 1 || described[at + 1] === 0)) return at + wide;
  }
  return described.length;
}

/** UTF-16 says by its first two bytes which end comes first. */
function encodingOf(text: Buffer, encoding: (typeof ENCODINGS)[number]): string {
  if (encoding !== 'utf-16') return encoding;
  return text[0] === 0xfe && text[1] === 0xff ? 'utf-16be' : 'utf-16le';
}
