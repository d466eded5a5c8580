import { createHash } from 'node:crypto';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';
import type { RequestKeyDocument } from './request-key-model.ts';
import type { RequestKeyStore } from './request-key-store.ts';

/** Longer keys are refused; a UUID has 36 characters. */
const MAX_KEY_LENGTH = 200;
/** How long a try may be silent before another with the same key may take its place. */
const LEASE_MS = 60_000;

/** A request that may carry an `Idempotency-Key`; `digest` tells what is asked. */
export interface KeyedRequest {
  uid: string;
  key: string | undefined;
  digest: string;
}

/** Work that a key lets happen once. */
export interface IdempotentWork<Ids, Answer> {
  /** Drawn before anything is done, and kept with the key. */
  ids: Ids;
  perform(ids: Ids): Promise<Answer>;
  /** What became of an earlier try: its answer; undefined where it has come to nothing so far. */
  recall(ids: Ids): Promise<Answer | 'at work' | undefined>;
  /** Sees to it that an earlier try, which may only be slow, stays without effect; false where it had one after all. */
  withdraw(ids: Ids): Promise<boolean>;
}

export interface RequestKeys {
  requestKeys: RequestKeyStore;
  clock: Clock;
}

/** A digest of what is asked, whatever it consists of. */
export function digestOf(...asked: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}

/**
 * Does a piece of work once for an `Idempotency-Key` (contract §6): the same key and content gets the first answer
 * again, other content 422, and one that is still at work 409. A refusal frees its key.
 */
export async function runIdempotent<Ids, Answer>(
  keys: RequestKeys,
  { uid, key, digest }: KeyedRequest,
  work: IdempotentWork<Ids, Answer>,
): Promise<Answer> {
  if (key === undefined) return work.perform(work.ids);
  if (key === '' || key.length > MAX_KEY_LENGTH) {
    const text = `An Idempotency-Key has 1 to ${String(MAX_KEY_LENGTH)} characters.`;
    throw new AppError('INVALID_INPUT', text);
  }
  const at = keys.clock.now();
  const leaseUntil = new Date(at.getTime() + LEASE_MS);
  const ours = { _id: `${uid}:${key}`, digest, attempt: newId(), ids: work.ids, leaseUntil, at };
  const row = await keys.requestKeys.claim(ours);
  if (row.attempt === ours.attempt) return perform(keys, ours, work);
  if (row.digest !== digest) {
    await keys.requestKeys.noteMisused(row);
    throw new AppError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another request.');
  }
  const earlier = await earlierAnswer(row, at, work);
  if (earlier !== undefined) {
    if (row.answer === undefined) await keys.requestKeys.finish(row, earlier);
    return earlier;
  }
  if (!(await work.withdraw(row.ids as Ids)) || !(await keys.requestKeys.replace(row, ours))) throw atWork();
  return perform(keys, ours, work);
}

/** What the first request under this key answered; undefined where it came to nothing and has had its time. */
async function earlierAnswer<Ids, Answer>(
  row: RequestKeyDocument,
  at: Date,
  { recall }: IdempotentWork<Ids, Answer>,
): Promise<Answer | undefined> {
  if (row.answer !== undefined) return row.answer as Answer;
  const answer = await recall(row.ids as Ids);
  if (answer === 'at work' || (answer === undefined && row.leaseUntil > at)) throw atWork();
  return answer;
}

async function perform<Ids, Answer>(
  { requestKeys }: RequestKeys,
  row: RequestKeyDocument,
  work: IdempotentWork<Ids, Answer>,
): Promise<Answer> {
  try {
    const answer = await work.perform(work.ids);
    await requestKeys.finish(row, answer);
    return answer;
  } catch (error) {
    // Where it may still come to something, or nobody can tell, the key must go on pointing to it.
    const outcome = await work.recall(work.ids).catch(() => 'at work');
    if (outcome === undefined) await requestKeys.free(row);
    throw error;
  }
}

function atWork(): AppError {
  return new AppError('CONFLICT', 'This request is still being worked on. Please try again in a moment.');
}
