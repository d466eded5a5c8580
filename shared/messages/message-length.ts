import { formatCount } from '#shared/formats.ts';
import { MAX_VOICEMAIL_SECONDS } from '#shared/limits.ts';

/** Speaking rate; a digit is spoken as a whole word, so it counts as several characters. */
const SPOKEN_CHARACTERS_PER_SECOND = 15;
const CHARACTERS_PER_DIGIT = 4;

/** The length of a message when spoken, in whole seconds; `measured` on a recording, or estimated from its text. */
export interface MessageLength {
  seconds: number;
  measured: boolean;
}

/**
 * Returns the length of a message: that of its recording, in seconds, or without one an estimate, which is rounded up and 0 for
 * an empty text. The estimate is that of the text with its placeholders, so that it is the same for every person.
 */
export function messageLength(message: string, recorded?: number | null): MessageLength {
  return typeof recorded === 'number'
    ? { seconds: Math.round(recorded), measured: true }
    : { seconds: estimatedSeconds(message), measured: false };
}

/** Says a length: `18 seconds` where it was measured, else `About 20 seconds`. */
export function lengthText({ seconds, measured }: MessageLength): string {
  const text = formatCount(seconds, 'second');
  return measured ? text : `About ${text}`;
}

/** Whether many carriers cut a message of these seconds off, which are rounded as they are shown. */
export function isTooLong(seconds: number): boolean {
  return Math.round(seconds) > MAX_VOICEMAIL_SECONDS;
}

function estimatedSeconds(text: string): number {
  const spoken = text.trim();
  const digits = spoken.replace(/\D/g, '').length;
  const characters = spoken.length + digits * (CHARACTERS_PER_DIGIT - 1);
  return Math.ceil(characters / SPOKEN_CHARACTERS_PER_SECOND);
}
