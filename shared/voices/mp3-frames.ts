const BITRATES_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** By the header's version bits: MPEG 2.5, reserved, MPEG 2, MPEG 1. */
const SAMPLE_RATES = [[11_025, 12_000, 8_000], [], [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]];
const SAMPLES_V1 = 1_152;
const SAMPLES_V2 = 576;
const HEADER_BYTES = 4;
/** Marks of a first frame that describes the recording and holds no sound. */
const INFO_MARKS: ReadonlySet<string> = new Set(['Xing', 'Info']);

/** A frame of MPEG layer III audio. */
interface Mp3Frame {
  /** Its length in bytes, header included. */
  bytes: number;
  seconds: number;
  /** Where an encoder writes the mark of an info frame, in bytes from the start of the frame. */
  markAt: number;
}

/** Returns the layer III frame whose header is at `at`; `undefined` if there is none. */
export function mp3FrameAt(bytes: Uint8Array, at: number): Mp3Frame | undefined {
  const [sync = 0, kind = 0, rates = 0, channels = 0] = bytes.subarray(at, at + HEADER_BYTES);
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0 || (kind & 0x06) !== 0x02) return undefined;
  const version = (kind >> 3) & 0x03;
  const mpeg1 = version === 3;
  const kilobits = (mpeg1 ? BITRATES_V1 : BITRATES_V2)[rates >> 4];
  const sampleRate = SAMPLE_RATES[version]?.[(rates >> 2) & 0x03];
  if (kilobits === undefined || kilobits === 0 || sampleRate === undefined) return undefined;
  const samples = mpeg1 ? SAMPLES_V1 : SAMPLES_V2;
  const padding = (rates >> 1) & 0x01;
  return {
    bytes: Math.floor(((samples / 8) * 1000 * kilobits) / sampleRate) + padding,
    seconds: samples / sampleRate,
    markAt: HEADER_BYTES + sideInfoBytes(mpeg1, channels >> 6 === 3),
  };
}

/** Returns the length of the side information between a frame's header and its sound. */
function sideInfoBytes(mpeg1: boolean, mono: boolean): number {
  if (mpeg1) return mono ? 17 : 32;
  return mono ? 9 : 17;
}

/** Returns the length of a leading ID3v2 tag; 0 without one. */
export function id3Length(bytes: Uint8Array): number {
  const [i, d, three, , , flags = 0, a = 0, b = 0, c = 0, e = 0] = bytes.subarray(0, 10);
  if (i !== 0x49 || d !== 0x44 || three !== 0x33) return 0;
  const footer = (flags & 0x10) === 0 ? 0 : 10;
  return 10 + ((a << 21) | (b << 14) | (c << 7) | e) + footer;
}

/**
 * Returns the length of an MP3 recording in seconds: the sum of its frames, of constant or variable bit rate. Bytes
 * between frames are skipped; a frame that is cut off is not counted.
 */
export function mp3Seconds(bytes: Uint8Array): number {
  let seconds = 0;
  let isFirst = true;
  for (let at = id3Length(bytes); at + HEADER_BYTES <= bytes.length;) {
    const frame = mp3FrameAt(bytes, at);
    if (frame === undefined || at + frame.bytes > bytes.length) at += 1;
    else {
      if (!isFirst || !isInfoFrame(bytes, at + frame.markAt)) seconds += frame.seconds;
      isFirst = false;
      at += frame.bytes;
    }
  }
  return seconds;
}

function isInfoFrame(bytes: Uint8Array, markAt: number): boolean {
  return INFO_MARKS.has(String.fromCharCode(...bytes.subarray(markAt, markAt + 4)));
}
