import { AppError } from '#server/lib/errors.ts';
import type { Logger } from '#server/lib/log.ts';
import type { ReservationStore } from './reservation-store.ts';

const RENEW_MS = 5_000;

/** Reserves the campaigns of one user for this process. */
export interface Reservation {
  /** Acquires or keeps the reservation. Throws `AppError` CONFLICT if another process has it. */
  take(userId: string): Promise<void>;
  /** Releases the reservation. */
  release(): Promise<void>;
}

/** Returns a reservation whose lease is renewed between `take` and `release`. */
export function createReservation(
  reservations: Pick<ReservationStore, 'take' | 'release'>,
  log: Logger,
): Reservation {
  let held: { userId: string; heartbeat: NodeJS.Timeout } | undefined;
  const renew = (userId: string): void => {
    reservations.take(userId).catch((error: unknown) => {
      log.warn({ err: error }, 'a reservation could not be renewed');
    });
  };
  return {
    async take(userId) {
      if (held?.userId === userId) return;
      if (!(await reservations.take(userId)))
        throw new AppError('CONFLICT', 'Another process is creating the demo data.');
      const heartbeat = setInterval(() => {
        renew(userId);
      }, RENEW_MS).unref();
      held = { userId, heartbeat };
    },
    async release() {
      if (held === undefined) return;
      const { userId, heartbeat } = held;
      held = undefined;
      clearInterval(heartbeat);
      await reservations.release(userId);
    },
  };
}
