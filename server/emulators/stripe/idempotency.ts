import { createHash } from 'node:crypto';
import type { Reply } from './account-state.ts';
import type { AccountContext } from './account.ts';
import { keyReused } from './stripe-api-error.ts';

/** Replies are stored for a day, as at Stripe. */
const REPLY_SECONDS = 24 * 3600;

/** Returns a hash of a request; a repetition of the request has the same one. */
export function requestHash(pattern: RegExp, id: string, params: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([pattern.source, id, params]))
    .digest('hex');
}

/** Returns the stored reply for a known idempotency key; the same key with other parameters is rejected. */
export function withIdempotency(
  account: AccountContext,
  key: string,
  hash: string,
  handle: (account: AccountContext) => Reply,
): Reply {
  const { state, realNow } = account;
  state.replies = state.replies.filter(({ at }) => at > realNow - REPLY_SECONDS);
  const earlier = state.replies.find((entry) => entry.key === key);
  if (earlier !== undefined) {
    if (earlier.requestHash === hash) return earlier.reply;
    throw keyReused();
  }
  const reply = handle(account);
  state.replies.push({ key, requestHash: hash, at: realNow, reply });
  return reply;
}
