import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { AdjustableClock } from './clock.ts';
import type { Logger } from './log.ts';

/** A machine whose clock is farther off than this takes no jobs and is not ready. */
const MOST_OFF_MS = 5_000;
const MEASURE_EVERY_MS = 5_000;
/** Times that differ by less are noise of the measurement. */
const NOISE_MS = 100;
/** An answer that took longer says too little about when it was given. */
const LONGEST_TRIP_MS = 500;
const FIRST_TRIES = 5;

/** Whether this machine's clock agrees with the database's. */
export interface ClockCheck {
  isRight(): boolean;
  /** Calls `listener` whenever `isRight` has changed. */
  onChange(listener: () => void): void;
}

export interface ClockSync extends ClockCheck {
  stop(): Promise<void>;
}

/**
 * Keeps `clock` at the database's time, which all processes share: due dates, deadlines and leases mean the same to each
 * of them, whatever its machine believes and whenever its clock is set. Resolves after the first measurement, and rejects where there is none.
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
  let right = true;

  function apply(time: number): void {
    if (!isSet || Math.abs(time - clock.real.now().getTime()) > NOISE_MS) clock.set(new Date(time));
    isSet = true;
    const offset = time - clock.machine.now().getTime();
    const isRight = Math.abs(offset) <= MOST_OFF_MS;
    if (isRight === right) return;
    right = isRight;
    const secondsOff = Math.round(-offset / 1_000);
    if (right) log.info('the clock of this machine agrees with the database again');
    else log.error({ secondsOff }, 'the clock of this machine is wrong: it takes no jobs and is not ready');
    for (const listener of listeners) listener();
  }

  async function repeat(): Promise<void> {
    const pause = () => sleep(MEASURE_EVERY_MS, undefined, { signal: stopped.signal, ref: false });
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
    isRight: () => right,
    onChange: (listener) => void listeners.push(listener),
    async stop() {
      stopped.abort();
      await repeating;
    },
  };
}

async function firstTime(connection: Connection): Promise<number | undefined> {
  for (let tries = 0; tries < FIRST_TRIES; tries++) {
    const time = await databaseTime(connection);
    if (time !== undefined) return time;
  }
  // Roughly right is better than what a machine believes whose clock nobody has checked.
  return databaseTime(connection, Infinity);
}

/**
 * Returns the database's time in milliseconds, exact to half the time that the answer took; `undefined` where that was
 * too long.
 */
async function databaseTime(
  connection: Connection,
  longestTripMs = LONGEST_TRIP_MS,
): Promise<number | undefined> {
  const asked = performance.now();
  const [answer] = await connection
    .getClient()
    .db(connection.name)
    .aggregate<{ now: Date }>([{ $documents: [{}] }, { $project: { now: '$$NOW' } }])
    .toArray();
  const trip = performance.now() - asked;
  if (answer === undefined || trip > longestTripMs) return undefined;
  return Math.round(answer.now.getTime() + trip / 2);
}
