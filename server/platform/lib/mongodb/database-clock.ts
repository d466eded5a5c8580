import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { AdjustableClock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';

/** A process takes no jobs and is not ready while its machine's clock is off by more than this. */
const MAX_OFFSET_MS = 5_000;
const SYNC_INTERVAL_MS = 15_000;
/** Smaller differences are measurement noise. */
const JITTER_MS = 100;
/** A measurement with a longer round trip is too imprecise. */
const MAX_ROUND_TRIP_MS = 500;
const MAX_INITIAL_ATTEMPTS = 5;

/** Reports whether this machine's clock agrees with the database's. */
export interface ClockCheck {
  isAccurate(): boolean;
  /** Calls `listener` whenever `isAccurate` changes. */
  onChange(listener: () => void): void;
}

export interface ClockSync extends ClockCheck {
  /** By how much this machine's clock was ahead when it was last compared; negative if it was behind. */
  aheadMs(): number;
  stop(): Promise<void>;
}

/**
 * Keeps `clock` at the database's time, so that all processes agree on due dates, deadlines and leases. Resolves after the
 * first measurement. Rejects if the database cannot be queried.
 */
export async function startClockSync({
  connection,
  clock,
  log,
}: {
  connection: Connection;
  clock: AdjustableClock;
  log: Logger;
}): Promise<ClockSync> {
  const listeners: (() => void)[] = [];
  const stopped = new AbortController();
  let isSet = false;
  let accurate = true;
  let ahead = 0;

  function apply(time: number): void {
    if (!isSet || Math.abs(time - clock.real.now().getTime()) > JITTER_MS) clock.set(new Date(time));
    isSet = true;
    ahead = clock.machine.now().getTime() - time;
    const isAccurate = Math.abs(ahead) <= MAX_OFFSET_MS;
    if (isAccurate === accurate) return;
    accurate = isAccurate;
    const secondsOff = Math.round(ahead / 1_000);
    if (accurate) log.info('the clock of this machine agrees with the database again');
    else log.error({ secondsOff }, 'the clock of this machine is wrong: it takes no jobs and is not ready');
    for (const listener of listeners) listener();
  }

  async function repeat(): Promise<void> {
    const pause = () => sleep(SYNC_INTERVAL_MS, undefined, { signal: stopped.signal, ref: false });
    for (;;) {
      if (
        await pause().then(
          () => false,
          () => true,
        )
      )
        return;
      const time = await databaseTime(connection).catch(() => undefined);
      if (time !== undefined && !stopped.signal.aborted) apply(time);
    }
  }

  const first = await firstTime(connection);
  if (first !== undefined) apply(first);
  const repeating = repeat();
  return {
    isAccurate: () => accurate,
    aheadMs: () => ahead,
    onChange: (listener) => void listeners.push(listener),
    async stop() {
      stopped.abort();
      await repeating;
    },
  };
}

async function firstTime(connection: Connection): Promise<number | undefined> {
  for (let attempt = 0; attempt < MAX_INITIAL_ATTEMPTS; attempt++) {
    const time = await databaseTime(connection);
    if (time !== undefined) return time;
  }
  // An imprecise measurement is better than an unchecked machine clock.
  return databaseTime(connection, Infinity);
}

/**
 * Returns the database's time in milliseconds, accurate to half the round trip; undefined if the round trip was too long.
 */
async function databaseTime(
  connection: Connection,
  maxRoundTripMs = MAX_ROUND_TRIP_MS,
): Promise<number | undefined> {
  const startedAt = performance.now();
  const now = await queryTime(connection);
  const roundTrip = performance.now() - startedAt;
  if (roundTrip > maxRoundTripMs) return undefined;
  return Math.round(now.getTime() + roundTrip / 2);
}

/** Returns the database's time as it answers. */
export async function queryTime(connection: Connection): Promise<Date> {
  const [row] = await connection
    .getClient()
    .db(connection.name)
    .aggregate<{ now: Date }>([{ $documents: [{}] }, { $project: { now: '$$NOW' } }])
    .toArray();
  if (row === undefined) throw new Error('the database did not return its time');
  return row.now;
}
