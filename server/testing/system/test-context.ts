import type { CallingProfiles } from '#server/features/calling/api.ts';
import { SEED_CONSENT } from '#server/app/seed/account-setup.ts';
import type { Context, SignedInUser } from '#server/platform/trpc/context.ts';
import { createCostLimits } from '#server/platform/trpc/cost.ts';

/** Returns the context of a call by a signed-in user. */
export function contextOf(user: SignedInUser, idempotencyKey?: string): Context {
  const unused = () => Promise.reject(new Error('not used here'));
  return {
    user,
    viaApiKey: false,
    stillSignedIn: () => Promise.resolve(true),
    client: { network: '127.0.0.1', onThisMachine: true, userAgent: '' },
    bodyBytes: 0,
    costs: createCostLimits(),
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

/** Calling profiles of users who all have a default consent, and may be called often. */
export const TEST_PROFILES: Pick<CallingProfiles, 'find'> = {
  find: () =>
    Promise.resolve({
      businessName: 'Ana Roofing',
      defaultConsent: SEED_CONSENT,
      callLimit: { calls: 1_000, days: 7 },
    }),
};

/** Where a test gives the consent of a list from. */
export const TEST_GIVER = { viaApiKey: false, client: { network: '127.0.0.1' } } as const;
