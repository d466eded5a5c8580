import { unauthenticated } from '#server/lib/errors.ts';
import { asTrpcError } from '#server/trpc/trpc.ts';

interface LineEndOptions {
  /** Ends when the caller has gone. */
  gone: AbortSignal | undefined;
  /** Ends when Hark stops. */
  closing: AbortSignal;
  stillSignedIn: () => Promise<boolean>;
  /** How often the session is looked at, in milliseconds. */
  checkMs: number;
}

/**
 * The end of an open line: the caller has gone, Hark stops, or the session is over; then the signal's reason is
 * a `TRPCError` UNAUTHORIZED. `dispose` lets go of everything.
 */
export function streamLifetime({ gone, closing, stillSignedIn, checkMs }: LineEndOptions) {
  const end = new AbortController();
  const over = () => {
    end.abort();
  };
  for (const signal of [gone, closing]) {
    if (signal?.aborted === true) over();
    signal?.addEventListener('abort', over);
  }
  const check = setInterval(() => {
    stillSignedIn().then(
      (signedIn) => {
        if (!signedIn) end.abort(asTrpcError(unauthenticated()));
      },
      // The database does not answer; the next check asks again.
      () => undefined,
    );
  }, checkMs);
  return {
    signal: end.signal,
    dispose() {
      clearInterval(check);
      for (const signal of [gone, closing]) signal?.removeEventListener('abort', over);
    },
  };
}
