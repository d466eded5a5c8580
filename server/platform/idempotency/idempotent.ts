import { createHash } from 'node:crypto';
import type { ZodType } from 'zod';
import { MINUTE_MS } from '#shared/time-units.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { callContext } from '#server/platform/lib/observability/call-context.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { IdempotencyKeyDocument, IdempotencyKeyStore } from './idempotency-key-store.ts';

/** Longer keys are refused; a UUID has 36 characters. */
const MAX_KEY_LENGTH = 200;
/** An attempt without a result for this long may be replaced by another with the same key. */
const LEASE_MS = MINUTE_MS;

/** A request that may carry an `Idempotency-Key`; `digest` is a hash of its content. */
export interface IdempotentRequest {
  uid: string;
  key: string | undefined;
  digest: string;
}

/** How far an earlier attempt has come: no effect so far, an unfinished one, or its result. */
export type EarlierAttempt<Result> = { kind: 'none' | 'in progress' } | { kind: 'done'; result: Result };

/**
 * An operation that takes effect once per key. Either it takes effect once under the same ids, whoever performs it and
 * however late, or it has a `cancel`.
 */
export interface IdempotentWork<Ids, Result> {
  /** Parse the stored ids and result of an earlier attempt; an older version of Hark may have written them. */
  idsSchema: ZodType<Ids>;
  resultSchema: ZodType<Result>;
  /** Whether attempts with the same ids may run beside each other: a repetition does not wait for a process that died. */
  mayOverlap?: boolean;
  /** Generated before the operation has any effect, and stored with the key. */
  ids: Ids;
  perform(ids: Ids): Promise<Result>;
  /** Finds the effect of an earlier attempt by its ids, without the stored result. */
  lookup(ids: Ids): Promise<EarlierAttempt<Result>>;
  /**
   * Prevents an earlier attempt from taking effect later, so that it can be replaced under other ids. Returns false if it
   * already has.
   */
  cancel?(ids: Ids): Promise<boolean>;
}

export interface IdempotencyDeps {
  idempotencyKeys: IdempotencyKeyStore;
  clock: Clock;
}

/** Returns the earlier attempt that has this result; `undefined` means no effect so far. */
export function attemptWith<Result>(result: Result | undefined): EarlierAttempt<Result> {
  return result === undefined ? { kind: 'none' } : { kind: 'done', result };
}

/** Returns a digest of the request content, whatever the order of fields. */
export function digestOf(...content: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(content, withSortedFields)).digest('hex');
}

function withSortedFields(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Performs an operation once per `Idempotency-Key`: the same key and content returns the first result, which is noted for
 * the answer. A refusal releases its key. Throws `AppError` IDEMPOTENCY_MISMATCH for other content, CONFLICT while the first attempt is in progress.
 */
export async function runIdempotent<Ids, Result>(
  deps: IdempotencyDeps,
  { uid, key, digest }: IdempotentRequest,
  work: IdempotentWork<Ids, Result>,
): Promise<Result> {
  if (key === undefined) return work.perform(work.ids);
  if (key === '' || key.length > MAX_KEY_LENGTH) {
    const text = `An Idempotency-Key has 1 to ${String(MAX_KEY_LENGTH)} characters.`;
    throw new AppError('INVALID_INPUT', text);
  }
  const at = deps.clock.now();
  const leaseUntil = new Date(at.getTime() + LEASE_MS);
  const own = { _id: `${uid}:${key}`, digest, attempt: newId(), ids: work.ids, leaseUntil, at };
  const stored = await deps.idempotencyKeys.claim(own);
  if (stored.attempt === own.attempt) return perform(deps, own, work, work.ids);
  if (stored.digest !== digest) {
    await deps.idempotencyKeys.markMisused(stored);
    throw mismatchError();
  }
  const earlier = await earlierAttempt(stored, work);
  if (earlier.kind === 'done') {
    if (stored.result === undefined) await deps.idempotencyKeys.finish(stored, earlier.result);
    const context = callContext();
    if (context !== undefined) context.replayed = true;
    return earlier.result;
  }
  const isHeld = stored.leaseUntil > at && work.mayOverlap !== true;
  if (earlier.kind === 'in progress' || isHeld) throw inProgressError();
  return replace(deps, stored, own, work);
}

/** Performs the operation in place of an attempt whose lease has expired. */
async function replace<Ids, Result>(
  deps: IdempotencyDeps,
  stored: IdempotencyKeyDocument,
  own: IdempotencyKeyDocument,
  work: IdempotentWork<Ids, Result>,
): Promise<Result> {
  const earlier = work.idsSchema.parse(stored.ids);
  const ids = work.cancel === undefined ? earlier : work.ids;
  const next = { ...own, ids };
  const replaced =
    (work.cancel === undefined || (await work.cancel(earlier))) &&
    (await deps.idempotencyKeys.replace(stored, next));
  if (!replaced) throw inProgressError();
  return perform(deps, next, work, ids);
}

async function earlierAttempt<Ids, Result>(
  { ids, result }: IdempotencyKeyDocument,
  { idsSchema, resultSchema, lookup }: IdempotentWork<Ids, Result>,
): Promise<EarlierAttempt<Result>> {
  return result === undefined
    ? lookup(idsSchema.parse(ids))
    : { kind: 'done', result: resultSchema.parse(result) };
}

async function perform<Ids, Result>(
  { idempotencyKeys }: IdempotencyDeps,
  own: IdempotencyKeyDocument,
  work: IdempotentWork<Ids, Result>,
  ids: Ids,
): Promise<Result> {
  try {
    const result = await work.perform(ids);
    await idempotencyKeys.finish(own, result);
    return result;
  } catch (error) {
    // While the attempt may still take effect, or this is unknown, the key must keep pointing to it.
    const hadNoEffect = await work.lookup(ids).then(
      ({ kind }) => kind === 'none',
      () => false,
    );
    if (hadNoEffect && (work.cancel !== undefined || isRefusal(error))) await idempotencyKeys.release(own);
    // The attempt is over, and the next one has the same ids: it need not wait.
    else if (work.cancel === undefined) await idempotencyKeys.replace(own, { ...own, leaseUntil: own.at });
    throw error;
  }
}

/** Whether an error is a decision, not a failure after which the outcome may be unknown. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.status < 500;
}

/** Returns the error of a key that was sent with another body. */
export function mismatchError(): AppError {
  return new AppError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another request.');
}

function inProgressError(): AppError {
  return new AppError('CONFLICT', 'This request is still being worked on. Please try again in a moment.');
}
