import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#server/app/app-router.ts';

const NOT_CONFIRMED = 'Nothing was changed, as you did not confirm that it is you.';

/** The calls that wait until the user has confirmed who they are. */
interface Waiting {
  confirmed: () => void;
  closed: () => void;
}

let waiting: Waiting[] = [];
const listeners = new Set<() => void>();

function setWaiting(next: Waiting[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** The state of the dialog that asks the user to confirm who they are, for `useSyncExternalStore`. */
export const reauthentication = {
  isNeeded: (): boolean => waiting.length > 0,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** Repeats the waiting calls. */
  confirm(): void {
    const calls = waiting;
    setWaiting([]);
    for (const call of calls) call.confirmed();
  },
  /** Rejects the waiting calls. */
  close(): void {
    const calls = waiting;
    setWaiting([]);
    for (const call of calls) call.closed();
  },
};

/**
 * Waits with every call that needs a recent proof of identity until the user has given one, then repeats it once. One
 * dialog serves all of them; closing it rejects them.
 */
export function reauthenticationLink(): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        let repeated = false;
        const send = () =>
          next(op).subscribe({
            next: observer.next,
            complete: observer.complete,
            error(error) {
              if (repeated || error.data?.appCode !== 'REAUTHENTICATION_REQUIRED') {
                observer.error(error);
                return;
              }
              repeated = true;
              setWaiting([
                ...waiting,
                {
                  confirmed: () => {
                    sent = send();
                  },
                  closed: () => {
                    observer.error(withMessage(error, NOT_CONFIRMED));
                  },
                },
              ]);
            },
          });
        let sent = send();
        return () => {
          sent.unsubscribe();
        };
      });
}

function withMessage(error: TRPCClientError<AppRouter>, message: string): TRPCClientError<AppRouter> {
  const { shape } = error;
  return shape === undefined || shape === null
    ? error
    : new TRPCClientError(message, { result: { error: { ...shape, message } } });
}
