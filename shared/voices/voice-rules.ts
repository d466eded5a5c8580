import { id3Length, mp3FrameAt } from './mp3-frames.ts';

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

/** Returns why a recording of `size` bytes is invalid, or `undefined`. */
export function sizeProblem(size: number): string | undefined {
  if (size === 0) return 'This file is empty.';
  return size > MAX_VOICE_BYTES ? 'The file is larger than 10MB.' : undefined;
}

/** Returns why a recording is invalid, or `undefined`. */
export function recordingProblem(bytes: Uint8Array): string | undefined {
  return sizeProblem(bytes.length) ?? (isMp3(bytes) ? undefined : 'This file is not an MP3 recording.');
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
    const frame = mp3FrameAt(bytes, at);
    if (frame === undefined) return 0;
    at += frame.bytes;
    frames++;
  }
  return frames;
}
