import type { PendingRegistration, Context, SignedInUser } from '#server/trpc/context.ts';

/** A browser's session as procedures see it, kept in memory. */
export interface TestBrowser {
  /** The context of the browser's next request. */
  context(): Context;
  readonly user: SignedInUser | null;
  /** What happens meanwhile, just before a sign-in gives its session. */
  beforeSignIn: () => Promise<unknown>;
}

const HOUR_MS = 60 * 60 * 1000;

/** A browser, signed in as `user` where one is given. */
export function createTestBrowser(user: SignedInUser | null = null): TestBrowser {
  const state: {
    user: SignedInUser | null;
    expiresAt: Date | null;
    registration: PendingRegistration | null;
  } = {
    user,
    expiresAt: user === null ? null : new Date(Date.now() + HOUR_MS),
    registration: null,
  };
  const session = {
    get expiresAt() {
      return state.expiresAt;
    },
    get registration() {
      return state.registration;
    },
    async signIn(signedIn: SignedInUser) {
      await browser.beforeSignIn();
      state.user = signedIn;
      state.expiresAt = new Date(Date.now() + HOUR_MS);
      state.registration = null;
      return state.expiresAt;
    },
    signOut() {
      Object.assign(state, { user: null, expiresAt: null, registration: null });
      return Promise.resolve();
    },
    rememberRegistration(registration: PendingRegistration) {
      Object.assign(state, { user: null, expiresAt: null, registration });
      return Promise.resolve();
    },
  };
  const browser: TestBrowser = {
    context: () => ({
      user: state.user,
      stillSignedIn: () => Promise.resolve(state.user !== null),
      session,
      client: { network: '127.0.0.1', onThisMachine: true },
      bodyBytes: 0,
      idempotencyKey: undefined,
    }),
    get user() {
      return state.user;
    },
    beforeSignIn: () => Promise.resolve(),
  };
  return browser;
}
