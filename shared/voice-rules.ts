/** Maximum voices of a user. */
export const MAX_VOICES = 4;
/** Maximum size of a recording, in bytes. */
export const MAX_VOICE_BYTES = 10 * 1024 * 1024;
/** Maximum length of a browser recording, in seconds. */
export const RECORDING_LIMIT_SECONDS = 30;
/** Number of avatars. */
export const AVATAR_COUNT = 3;
/** Default title of a voice. */
export const DEFAULT_TITLE = 'Untitled';
/** Shown for a voice without a description. */
export const DEFAULT_DESCRIPTION = 'No description available';
/** MIME types that browsers use for MP3; uploads are stored with the first. */
export const MP3_TYPES = ['audio/mpeg', 'audio/mp3', 'audio/mpeg3', 'audio/x-mp3', 'audio/x-mpeg'] as const;

/** Consecutive valid frames required to accept bytes as MP3; rules out false positives in other formats. */
const REQUIRED_FRAMES = 3;
/** Some encoders leave padding before the first frame. */
const MAX_LEADING_BYTES = 64 * 1024;

const BITRATES_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** By the header's version bits: MPEG 2.5, reserved, MPEG 2, MPEG 1. */
const SAMPLE_RATES = [[11_025, 12_000, 8_000], [], [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]];

/** Returns why a recording is invalid, or `undefined`. */
export function recordingProblem(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_VOICE_BYTES) return 'The file is larger than 10MB.';
  return isMp3(bytes) ? undefined : 'This file is not an MP3 recording.';
}

/**
 * Returns whether `bytes` are MP3 audio: an optional ID3 tag followed by consecutive MPEG layer III frames. File
 * names and declared types are not trusted.
 */
export function isMp3(bytes: Uint8Array): boolean {
  const start = id3Length(bytes);
  const last = Math.min(bytes.length - 4, start + MAX_LEADING_BYTES);
  for (let at = start; at <= last; at++) {
    if (framesFrom(bytes, at) >= REQUIRED_FRAMES) return true;
  }
  return false;
}

/** Returns the number of consecutive frames from `start`, up to `REQUIRED_FRAMES`; 0 if the sequence breaks earlier. */
function framesFrom(bytes: Uint8Array, start: number): number {
  let at = start;
  let frames = 0;
  while (frames < REQUIRED_FRAMES) {
    const length = frameLength(bytes, at);
    if (length === undefined) return 0;
    at += length;
    frames++;
  }
  return frames;
}

/** Returns the length in bytes of the layer III frame at `at`; `undefined` if there is none. */
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

/** Returns the length of a leading ID3v2 tag; 0 without one. */
function id3Length(bytes: Uint8Array): number {
  const [i, d, three, , , flags = 0, a = 0, b = 0, c = 0, e = 0] = bytes.subarray(0, 10);
  if (i !== 0x49 || d !== 0x44 || three !== 0x33) return 0;
  const footer = (flags & 0x10) === 0 ? 0 : 10;
  return 10 + ((a << 21) | (b << 14) | (c << 7) | e) + footer;
}
