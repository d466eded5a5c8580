/** A user may keep this many voices. */
export const MAX_VOICES = 4;
/** "Mp3 files, up to 10MB each". */
export const MAX_VOICE_BYTES = 10 * 1024 * 1024;
/** A recording stops by itself after this many seconds. */
export const RECORDING_LIMIT_SECONDS = 30;
/** How many pictures a voice can have. */
export const AVATAR_COUNT = 3;
/** The title of a voice without one. */
export const DEFAULT_TITLE = 'Untitled';
/** What a voice without a description shows. */
export const DEFAULT_DESCRIPTION = 'No description available';
/** The names under which browsers know MP3; uploads are stored as the first. */
export const MP3_TYPES = ['audio/mpeg', 'audio/mp3', 'audio/mpeg3', 'audio/x-mp3', 'audio/x-mpeg'] as const;

/** How many frames in a row must fit together before bytes count as MP3: text and pictures never reach it by chance. */
const FRAMES_TO_SEE = 3;
/** Some encoders leave padding before the first frame. */
const MAX_LEADING_BYTES = 64 * 1024;

const BITRATES_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** By the header's version bits: MPEG 2.5, reserved, MPEG 2, MPEG 1. */
const SAMPLE_RATES = [[11_025, 12_000, 8_000], [], [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]];

/** What is wrong with a recording, for a person; `undefined` when it can be used. */
export function recordingProblem(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_VOICE_BYTES) return 'The file is larger than 10MB.';
  return isMp3(bytes) ? undefined : 'This file is not an MP3 recording.';
}

/**
 * Whether `bytes` are MP3 audio: an optional ID3 tag and then MPEG layer III frames that follow one another.
 * A name or a declared type proves nothing.
 */
export function isMp3(bytes: Uint8Array): boolean {
  const start = id3Length(bytes);
  const last = Math.min(bytes.length - 4, start + MAX_LEADING_BYTES);
  for (let at = start; at <= last; at++) {
    if (framesFrom(bytes, at) >= FRAMES_TO_SEE) return true;
  }
  return false;
}

/** How many frames follow one another from `start`, counted as far as needed; 0 where the row breaks before that. */
function framesFrom(bytes: Uint8Array, start: number): number {
  let at = start;
  let frames = 0;
  while (frames < FRAMES_TO_SEE) {
    const length = frameLength(bytes, at);
    if (length === undefined) return 0;
    at += length;
    frames++;
  }
  return frames;
}

/** The length in bytes of the layer III frame whose header stands at `at`; `undefined` where there is none. */
function frameLength(bytes: Uint8Array, at: number): number | undefined {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(at, at + 3);
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0 || (kind & 0x06) !== 0x02) return undefined;
  const version = (kind >> 3) & 0x03;
  const mpeg1 = version === 3;
  const kilobits = (mpeg1 ? BITRATES_V1 : BITRATES_V2)[rates >> 4];
  const sampleRate = SAMPLE_RATES[version]?.[(rates >> 2) & 0x03];
  if (kilobits === undefined || kilobits === 0 || sampleRate === undefined) return undefined;
  const padding = (rates >> 1) & 0x01;
  return Math.floor(((mpeg1 ? 144_000 : 72_000) * kilobits) / sampleRate) + padding;
}

/** The length of an ID3v2 tag at the beginning; 0 without one. */
function id3Length(bytes: Uint8Array): number {
  const [i, d, three, , , flags = 0, a = 0, b = 0, c = 0, e = 0] = bytes.subarray(0, 10);
  if (i !== 0x49 || d !== 0x44 || three !== 0x33) return 0;
  const footer = (flags & 0x10) === 0 ? 0 : 10;
  return 10 + ((a << 21) | (b << 14) | (c << 7) | e) + footer;
}
