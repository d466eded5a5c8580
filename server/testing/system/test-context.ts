import type { Context, SignedInUser } from '#server/trpc/context.ts';

/** Returns the context of a call by a signed-in user. */
export function contextOf(user: SignedInUser, idempotencyKey?: string): Context {
  const unused = () => Promise.reject(new Error('not used here'));
  return {
    user,
    viaApiKey: false,
    stillSignedIn: () => Promise.resolve(true),
    client: { network: '127.0.0.1', onThisMachine: true, userAgent: '' },
    bodyBytes: 0,
    idempotencyKey,
    session: {
      storedId: 'session',
      browser: { secrets: [], keep: () => undefined },
      signIn: unused,
      signOut: unused,
      expiresAt: null,
      recentlyAuthenticated: true,
      rememberRegistration: unused,
      registration: null,
      rememberSignIn: unused,
      pendingSignIn: null,
    },
  };
}
