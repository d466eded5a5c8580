/** Version 2.4 without flags. In its frames, 3 is the encoding UTF-8. */
const TAG_HEADER = Buffer.from('ID3\x04\x00\x00', 'latin1');
const FRAME_FLAGS = Buffer.alloc(2);
const HEADER_BYTES = 10;
/** Encoding, language and empty descriptor of the lyrics. */
const LYRICS_HEADER = Buffer.from('\x03eng\0', 'latin1');

/** Returns an ID3v2.4 tag with the speaker (TPE1) and the text (USLT), to be prepended to an MP3. */
export function lyricsTag(speaker: string, text: string): Buffer {
  const frames = Buffer.concat([
    frame('TPE1', Buffer.from(`\x03${speaker}`)),
    frame('USLT', Buffer.concat([LYRICS_HEADER, Buffer.from(text)])),
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

/** Returns the text of a tag that `lyricsTag` wrote, or undefined if the recording has none. */
export function readLyrics(recording: Buffer): string | undefined {
  if (!recording.subarray(0, TAG_HEADER.length).equals(TAG_HEADER)) return undefined;
  const end = Math.min(recording.length, HEADER_BYTES + decodeSyncsafe(recording, TAG_HEADER.length));
  for (let at = HEADER_BYTES; at + HEADER_BYTES <= end;) {
    const id = recording.toString('latin1', at, at + 4);
    const content = at + HEADER_BYTES;
    at = content + decodeSyncsafe(recording, at + 4);
    const text = content + LYRICS_HEADER.length;
    if (id === 'USLT' && at <= end && recording.subarray(content, text).equals(LYRICS_HEADER))
      return recording.toString('utf8', text, at) || undefined;
  }
  return undefined;
}

function decodeSyncsafe(bytes: Buffer, at: number): number {
  return bytes.subarray(at, at + 4).reduce((sum, byte) => sum * 0x80 + (byte & 0x7f), 0);
}
