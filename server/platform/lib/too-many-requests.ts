import { MINUTE_SECONDS } from '#shared/time-units.ts';
import { AppError } from './errors.ts';

/** Returns the error of a limit that is reached: `text`, and when it is worth trying again. */
export function tooManyRequests(text: string, retryAfterSeconds: number): AppError {
  return new AppError('TOO_MANY_REQUESTS', `${text} Please try again in ${waitOf(retryAfterSeconds)}.`, {
    retry_after: retryAfterSeconds,
  });
}

/** Returns a time to wait in words, rounded up to minutes: "a minute", "15 minutes". */
export function waitOf(seconds: number): string {
  const minutes = Math.ceil(seconds / MINUTE_SECONDS);
  return minutes === 1 ? 'a minute' : `${String(minutes)} minutes`;
}

/** Seconds after which it is worth asking again for work of which too much waits. */
const RETRY_SECONDS = 5;

/** Returns the error of an account of whose requests too many are in progress. */
export function tooManyAtOnce(): AppError {
  const text = 'Too many requests of your account are in progress. Please try again in a few seconds.';
  return new AppError('TOO_MANY_REQUESTS', text, { retry_after: RETRY_SECONDS });
}
