import { createHash } from 'node:crypto';
import type { ZodType } from 'zod';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';
import type { RequestKeyDocument, RequestKeyStore } from './request-key-store.ts';

/** Longer keys are refused; a UUID has 36 characters. */
const MAX_KEY_LENGTH = 200;
/** An attempt without a result for this long may be replaced by another with the same key. */
const LEASE_MS = 60_000;

/** A request that may carry an `Idempotency-Key`; `digest` is a hash of its content. */
export interface KeyedRequest {
  uid: string;
  key: string | undefined;
  digest: string;
}

/** How far an earlier attempt has come: no effect so far, an unfinished one, or its result. */
export type EarlierAttempt<Result> = { kind: 'none' | 'in progress' } | { kind: 'done'; result: Result };

/** An operation that takes effect once per key. */
export interface IdempotentWork<Ids, Result> {
  /** Parse the stored ids and result of an earlier attempt; an older version of Hark may have written them. */
  idsSchema: ZodType<Ids>;
  resultSchema: ZodType<Result>;
  /** Generated before the operation has any effect, and stored with the key. */
  ids: Ids;
  perform(ids: Ids): Promise<Result>;
  /** Finds the effect of an earlier attempt by its ids, without the stored result. */
  lookup(ids: Ids): Promise<EarlierAttempt<Result>>;
  /** Prevents an earlier attempt from taking effect later. Returns false if it already has. */
  cancel(ids: Ids): Promise<boolean>;
}

export interface RequestKeys {
  requestKeys: RequestKeyStore;
  clock: Clock;
}

/** Returns the earlier attempt that has this result; `undefined` means no effect so far. */
export function attemptWith<Result>(result: Result | undefined): EarlierAttempt<Result> {
  return result === undefined ? { kind: 'none' } : { kind: 'done', result };
}

/** Returns a digest of the request content. */
export function digestOf(...content: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/**
 * Performs an operation once per `Idempotency-Key`: the same key and content returns the first result. A refusal releases
 * its key. Throws `AppError` IDEMPOTENCY_MISMATCH for other content, CONFLICT while the first attempt is in progress.
 */
export async function runIdempotent<Ids, Result>(
  keys: RequestKeys,
  { uid, key, digest }: KeyedRequest,
  work: IdempotentWork<Ids, Result>,
): Promise<Result> {
  if (key === undefined) return work.perform(work.ids);
  if (key === '' || key.length > MAX_KEY_LENGTH) {
    const text = `An Idempotency-Key has 1 to ${String(MAX_KEY_LENGTH)} characters.`;
    throw new AppError('INVALID_INPUT', text);
  }
  const at = keys.clock.now();
  const leaseUntil = new Date(at.getTime() + LEASE_MS);
  const own = { _id: `${uid}:${key}`, digest, attempt: newId(), ids: work.ids, leaseUntil, at };
  const stored = await keys.requestKeys.claim(own);
  if (stored.attempt === own.attempt) return perform(keys, own, work);
  if (stored.digest !== digest) {
    await keys.requestKeys.markMisused(stored);
    throw new AppError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another request.');
  }
  const earlier = await earlierAttempt(stored, work);
  if (earlier.kind === 'done') {
    if (stored.result === undefined) await keys.requestKeys.finish(stored, earlier.result);
    return earlier.result;
  }
  if (earlier.kind === 'in progress' || stored.leaseUntil > at) throw inProgressError();
  const replaced =
    (await work.cancel(work.idsSchema.parse(stored.ids))) && (await keys.requestKeys.replace(stored, own));
  if (!replaced) throw inProgressError();
  return perform(keys, own, work);
}

async function earlierAttempt<Ids, Result>(
  { ids, result }: RequestKeyDocument,
  { idsSchema, resultSchema, lookup }: IdempotentWork<Ids, Result>,
): Promise<EarlierAttempt<Result>> {
  return result === undefined
    ? lookup(idsSchema.parse(ids))
    : { kind: 'done', result: resultSchema.parse(result) };
}

async function perform<Ids, Result>(
  { requestKeys }: RequestKeys,
  own: RequestKeyDocument,
  work: IdempotentWork<Ids, Result>,
): Promise<Result> {
  try {
    const result = await work.perform(work.ids);
    await requestKeys.finish(own, result);
    return result;
  } catch (error) {
    // While the attempt may still take effect, or this is unknown, the key must keep pointing to it.
    const hadNoEffect = await work.lookup(work.ids).then(
      ({ kind }) => kind === 'none',
      () => false,
    );
    if (hadNoEffect) await requestKeys.release(own);
    throw error;
  }
}

function inProgressError(): AppError {
  return new AppError('CONFLICT', 'This request is still being worked on. Please try again in a moment.');
}
