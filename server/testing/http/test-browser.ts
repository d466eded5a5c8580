import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '#shared/time-units.ts';
import type {
  Context,
  PendingRegistration,
  PendingSignIn,
  SignedInUser,
} from '#server/platform/trpc/context.ts';
import { createCostLimits } from '#server/platform/trpc/cost.ts';

/** An in-memory browser session for procedures. */
export interface TestBrowser {
  /** The context of the browser's next request. */
  context(): Context;
  readonly user: SignedInUser | null;
  /** Whether the browser proved the user's identity recently; tests may reset it. */
  recentlyAuthenticated: boolean;
  /** Drops the pending registration, as when all sessions of its account are ended. */
  forgetRegistration(): void;
  /** Hook that runs just before a sign-in stores its session. */
  beforeSignIn: () => Promise<unknown>;
}

/** Creates a browser, optionally signed in. */
export function createTestBrowser(user: SignedInUser | null = null): TestBrowser {
  const state: {
    user: SignedInUser | null;
    expiresAt: Date | null;
    registration: PendingRegistration | null;
    pendingSignIn: PendingSignIn | null;
  } = {
    user,
    expiresAt: user === null ? null : new Date(Date.now() + HOUR_MS),
    registration: null,
    pendingSignIn: null,
  };
  const session = {
    browser: {
      secrets: [] as string[],
      keep(secret: string) {
        this.secrets = [secret, ...this.secrets.filter((other) => other !== secret)];
      },
    },
    storedId: `session-${randomUUID()}`,
    get expiresAt() {
      return state.expiresAt;
    },
    get recentlyAuthenticated() {
      return state.user !== null && browser.recentlyAuthenticated;
    },
    get registration() {
      return state.registration;
    },
    get pendingSignIn() {
      return state.pendingSignIn;
    },
    async signIn(signedIn: SignedInUser) {
      await browser.beforeSignIn();
      state.user = signedIn;
      state.expiresAt = new Date(Date.now() + HOUR_MS);
      Object.assign(state, { registration: null, pendingSignIn: null });
      browser.recentlyAuthenticated = true;
      return state.expiresAt;
    },
    signOut() {
      Object.assign(state, { user: null, expiresAt: null, registration: null, pendingSignIn: null });
      return Promise.resolve();
    },
    rememberRegistration(registration: PendingRegistration) {
      Object.assign(state, { user: null, expiresAt: null, registration, pendingSignIn: null });
      return Promise.resolve();
    },
    rememberSignIn(pendingSignIn: PendingSignIn) {
      Object.assign(state, { user: null, expiresAt: null, registration: null, pendingSignIn });
      return Promise.resolve();
    },
  };
  const browser: TestBrowser = {
    context: () => ({
      user: state.user,
      viaApiKey: false,
      stillSignedIn: () => Promise.resolve(state.user !== null),
      session,
      client: { network: '127.0.0.1', onThisMachine: true, userAgent: '' },
      bodyBytes: 0,
      costs: createCostLimits(),
      idempotencyKey: undefined,
    }),
    get user() {
      return state.user;
    },
    recentlyAuthenticated: true,
    forgetRegistration() {
      state.registration = null;
    },
    beforeSignIn: () => Promise.resolve(),
  };
  return browser;
}
