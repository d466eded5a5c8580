import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time-units.ts';

/** Delays after the first failures; the last one repeats. */
const DELAYS_MS = [
  ...[10 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS],
];
/** Spreads the attempts after an outage: each delay is up to this part longer. */
const JITTER = 0.2;
/** How long a delivery is tried. */
export const TRIED_FOR_MS = 72 * HOUR_MS;

/** The longest wait that an endpoint can ask for with `Retry-After`. */
export const MAX_RETRY_AFTER_MS = DAY_MS;

/**
 * Returns until when an endpoint asks for no request by the value of its `Retry-After`, seconds or an HTTP date, capped;
 * `undefined` without one, for one that cannot be read, and for a time that has passed.
 */
export function quietUntil(retryAfter: string | undefined, now: Date): Date | undefined {
  const text = retryAfter?.trim() ?? '';
  const until = /^\d+$/.test(text)
    ? now.getTime() + Number(text) * SECOND_MS
    : HTTP_DATE.test(text)
      ? Date.parse(text)
      : NaN;
  if (!(until > now.getTime())) return undefined;
  return new Date(Math.min(until, now.getTime() + MAX_RETRY_AFTER_MS));
}

/** Failures in a row, of any deliveries, after which an endpoint is taken to be down. */
const DOWN_AFTER = 3;
const PAUSE_MS = { least: 10 * SECOND_MS, most: 10 * MINUTE_MS };
/** The part of the time for which an endpoint has been down that passes until the next delivery is tried on it. */
const PAUSE_SHARE = 0.25;

/** Returns whether an endpoint is down after a number of failures in a row. */
export function isDown(failures = 0): boolean {
  return failures >= DOWN_AFTER;
}

/**
 * Returns until when no delivery goes to an endpoint after one has failed, and is counted, that had not failed before; `undefined`
 * unless it is down. So what waits for it is not tried piece by piece, however much it is.
 */
export function pauseOf(
  { failingSince, failures }: { failingSince?: Date | undefined; failures?: number | undefined },
  now: Date,
): Date | undefined {
  if (failingSince === undefined || !isDown(failures)) return undefined;
  const share = (now.getTime() - failingSince.getTime()) * PAUSE_SHARE;
  return new Date(now.getTime() + Math.min(Math.max(share, PAUSE_MS.least), PAUSE_MS.most));
}

/** Returns until when an endpoint gets nothing, as it is down or has asked for time; `undefined` if it may be sent to. */
export function heldBackUntil(
  { quietUntil: quiet, pausedUntil }: { quietUntil?: Date | undefined; pausedUntil?: Date | undefined },
  now: Date,
): Date | undefined {
  const until = Math.max(Number(quiet ?? 0), Number(pausedUntil ?? 0));
  return until > now.getTime() ? new Date(until) : undefined;
}

/** All that waits for an endpoint is moved, or brought forward, for no less: an answer writes it all. */
const LEAST_MOVE_MS = 5 * SECOND_MS;

/** Returns whether what waits for an endpoint until `from` is to be moved to `until`. */
export function isWorthMoving(from: Date, until: Date): boolean {
  return until.getTime() - from.getTime() >= LEAST_MOVE_MS;
}

/**
 * Returns until when lanes wait that were moved for an endpoint which is reached at `at`, by what was stored of it then;
 * `undefined` if they are due or will be soon.
 */
export function movedUntil(
  endpoint: {
    quietUntil?: Date | undefined;
    pausedUntil?: Date | undefined;
    failures?: number | undefined;
  },
  at: Date,
): Date | undefined {
  const { quietUntil: quiet, pausedUntil, failures } = endpoint;
  // Its owner may have ended the pause, for whose end lanes still wait.
  const isEnded = isDown(failures) && pausedUntil === undefined;
  const paused = isEnded ? new Date(at.getTime() + PAUSE_MS.most) : pausedUntil;
  const until = heldBackUntil({ quietUntil: quiet, pausedUntil: paused }, at);
  return until && isWorthMoving(at, until) ? until : undefined;
}

/** The form of dates that RFC 9110 lets senders generate. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Returns when the next attempt follows the `failures`-th failed one; the last is made three days after the first, and
 * `undefined` follows it. None is made before `notBefore`. `random` is a number from 0 to 1.
 */
export function nextAttempt(
  {
    failures,
    firstAt,
    now,
    notBefore,
  }: { failures: number; firstAt: Date; now: Date; notBefore?: Date | undefined },
  random: number,
): Date | undefined {
  const delay = DELAYS_MS[Math.min(failures, DELAYS_MS.length) - 1] ?? 0;
  const end = firstAt.getTime() + TRIED_FOR_MS;
  const next = Math.max(now.getTime() + Math.round(delay * (1 + JITTER * random)), notBefore?.getTime() ?? 0);
  return now.getTime() >= end ? undefined : new Date(Math.min(next, end));
}
