import { AppError } from '#server/lib/errors.ts';
import type { Logger } from '#server/lib/log.ts';
import type { ReservationStore } from './reservation-store.ts';

const RENEW_MS = 5_000;

/** Holds the campaigns of one user for this process. */
export interface Reservation {
  /** Takes them, or keeps them where it has them; throws where another process holds them. */
  take(userId: string): Promise<void>;
  /** Lets other processes have them again. */
  release(): Promise<void>;
}

/** Returns a reservation that renews its lease from `take` to `release`. */
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
        throw new AppError('CONFLICT', 'Another process is making the demo data at this moment.');
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
