import type { CallContent } from '#server/platform/trpc/context.ts';
import { digestOf, runIdempotent, type IdempotentWork, type IdempotencyDeps } from './idempotent.ts';

/** A call of a procedure that takes an `Idempotency-Key`: the context of the procedure. */
export interface IdempotentCall {
  idempotencyKey: string | undefined;
  content: CallContent;
}

/**
 * Performs a procedure once per `Idempotency-Key` of a user: the declaration of every procedure that creates or spends.
 * The digest covers the procedure and everything that was sent to it. Throws as `runIdempotent`.
 */
export async function runIdempotentCall<Ids, Result>(
  deps: IdempotencyDeps,
  { user, ...call }: IdempotentCall & { user: { uid: string } },
  work: IdempotentWork<Ids, Result>,
): Promise<Result> {
  const { procedure, input } = call.content;
  return runIdempotentFor(deps, { owner: user.uid, ...call, sent: [procedure, await input()] }, work);
}

/** The same for a call of somebody without an account: `owner` holds the key, `sent` is what the digest covers. */
export async function runIdempotentFor<Ids, Result>(
  deps: IdempotencyDeps,
  { owner, idempotencyKey: key, sent }: { owner: string; idempotencyKey: string | undefined; sent: unknown },
  work: IdempotentWork<Ids, Result>,
): Promise<Result> {
  return runIdempotent(deps, { uid: owner, key, digest: key === undefined ? '' : digestOf(sent) }, work);
}
