import { unauthenticated } from '#server/lib/errors.ts';
import { asTrpcError } from '#server/trpc/trpc.ts';

interface StreamLifetimeOptions {
  /** Aborts when the client disconnects. */
  disconnected: AbortSignal | undefined;
  /** Aborts when the server shuts down. */
  shutdown: AbortSignal;
  stillSignedIn: () => Promise<boolean>;
  /** How often the session is checked, in milliseconds. */
  checkMs: number;
}

/**
 * Returns a signal that aborts when the client disconnects, the server shuts down or the session ends; in the last case
 * its reason is a `TRPCError` UNAUTHORIZED. `dispose` removes the timer and all listeners.
 */
export function streamLifetime({ disconnected, shutdown, stillSignedIn, checkMs }: StreamLifetimeOptions) {
  const lifetime = new AbortController();
  const end = () => {
    lifetime.abort();
  };
  for (const signal of [disconnected, shutdown]) {
    if (signal?.aborted === true) end();
    signal?.addEventListener('abort', end);
  }
  const check = setInterval(() => {
    stillSignedIn().then(
      (signedIn) => {
        if (!signedIn) lifetime.abort(asTrpcError(unauthenticated()));
      },
      // The database does not respond; the next check tries again.
      () => undefined,
    );
  }, checkMs);
  return {
    signal: lifetime.signal,
    dispose() {
      clearInterval(check);
      for (const signal of [disconnected, shutdown]) signal?.removeEventListener('abort', end);
    },
  };
}
