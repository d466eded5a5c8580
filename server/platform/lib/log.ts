import { LRUCache } from 'lru-cache';
import { pino, type DestinationStream, type Logger } from 'pino';
import { MINUTE_MS } from '#shared/time-units.ts';
import { callContext } from './observability/call-context.ts';
import { scrub } from './text/scrub.ts';

export type { Logger };

/** Causes and parts of an error that are logged, at most. */
const MAX_DEPTH = 5;
/** Stacks that are remembered. */
const MAX_STACKS = 100;
/** Lines that wait to be written; further ones are dropped. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Creates the process's logger: JSON lines on standard error by default, each with the id of its request. Errors are
 * logged without the data that they carry, and every line without secrets, e-mail addresses and phone numbers.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const isRepeated = recentStacks();
  return pino(
    {
      level,
      base: { pid: process.pid },
      redact: ['req.headers', 'res.headers', '*.password', '*.secret'],
      serializers: { err: (error: unknown) => describeError(error, isRepeated) },
      mixin: () => ({ ...callContext() }),
      hooks: { streamWrite: scrub },
    },
    destination ?? standardError(),
  );
}

/** Standard error, which may be a file on a full disk: a line that cannot be written is written before the next one. */
function standardError(): DestinationStream {
  const stream = pino.destination({ dest: 2, sync: false, maxLength: MAX_WAITING_BYTES });
  let isFailing = false;
  stream.on('error', () => {
    isFailing = true;
  });
  stream.on('write', () => {
    isFailing = false;
  });
  const flushSync = stream.flushSync.bind(stream);
  // At the exit of the process; it would try for ever.
  stream.flushSync = () => {
    if (!isFailing) flushSync();
  };
  return stream;
}

/** The properties of errors that are codes. */
type Details = Partial<Record<'code' | 'status' | 'vendorCode', unknown>>;

/** Returns what is logged of an error: no other properties, since drivers put documents into theirs. */
function describeError(error: unknown, isRepeated: (stack: string) => boolean, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : { type: typeof error };
  const { name, message, stack, cause, code, status, vendorCode } = error as Error & Details;
  const parts = error instanceof AggregateError && depth < MAX_DEPTH ? error.errors.slice(0, MAX_DEPTH) : [];
  return {
    type: name,
    message,
    // An outage repeats one error many times a second; its stack says nothing new.
    ...(stack !== undefined && !isRepeated(stack) && { stack }),
    ...(isPlain(code) && { code }),
    ...(isPlain(status) && { status }),
    ...(isPlain(vendorCode) && { vendorCode }),
    ...(cause !== undefined && depth < MAX_DEPTH && { cause: describeError(cause, isRepeated, depth + 1) }),
    ...(parts.length > 0 && { errors: parts.map((part) => describeError(part, isRepeated, depth + 1)) }),
  };
}

/** Returns whether a stack was logged within the last minute, and remembers that it is now. */
function recentStacks(): (stack: string) => boolean {
  const seen = new LRUCache<string, true>({ max: MAX_STACKS, ttl: MINUTE_MS });
  return (stack) => {
    if (seen.has(stack)) return true;
    seen.set(stack, true);
    return false;
  };
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
