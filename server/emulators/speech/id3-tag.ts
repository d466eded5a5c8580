/** Version 2.4, no flags. */
const TAG_HEADER = Buffer.from('ID3\x04\x00\x00', 'latin1');
const FRAME_FLAGS = Buffer.alloc(2);
const UTF_8 = 3;

/** An ID3v2.4 tag that says who speaks (TPE1) and which words (USLT, UTF-8); it goes before the frames of an MP3. */
export function spokenTextTag(speaker: string, words: string): Buffer {
  const frames = Buffer.concat([
    frame('TPE1', Buffer.concat([Buffer.of(UTF_8), Buffer.from(speaker)])),
    frame('USLT', Buffer.concat([Buffer.of(UTF_8), Buffer.from('eng\0'), Buffer.from(words)])),
  ]);
  return Buffer.concat([TAG_HEADER, syncsafe(frames.length), frames]);
}

function frame(id: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(id), syncsafe(content.length), FRAME_FLAGS, content]);
}

/** A size in four bytes of seven bits each, so that no part of it looks like the beginning of audio. */
function syncsafe(size: number): Buffer {
  return Buffer.of((size >> 21) & 0x7f, (size >> 14) & 0x7f, (size >> 7) & 0x7f, size & 0x7f);
}
