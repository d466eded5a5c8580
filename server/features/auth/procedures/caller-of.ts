import type { SignedInContext } from '#server/platform/trpc/context.ts';

/** Returns who makes a call, and in which session, as the use cases take it. */
export function callerOf({ user, session, client, stillSignedIn }: SignedInContext) {
  return { uid: user.uid, session, client, stillSignedIn };
}
