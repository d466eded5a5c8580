import type { Mail } from '#server/providers/mail/port.ts';
import { createSmtpMailer } from '#server/providers/mail/smtp-mailer.ts';
import { startLocalOutbox } from '#server/emulators/mail/outbox.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import type { AppError } from '#server/platform/lib/errors.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { createTestBrowser, type TestBrowser } from '#server/testing/http/test-browser.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import { composeTestFeatures, PUBLIC_URL } from '#server/testing/system/test-features.ts';

export const PASSWORD = 'correct horse';

/** Starts the auth feature on a real database and a real SMTP server. */
export async function startAuth({ requireEmailVerification = false, baseUrl = PUBLIC_URL } = {}) {
  const database = await testDatabase();
  const { connection } = database;
  const [clock, log] = [createTestClock(), createLogger('silent')];
  const outbox = await startLocalOutbox({ connection, clock, log });
  const mailer = createSmtpMailer({ url: outbox.smtpUrl, from: 'Hark <hello@hark.example>' });
  const browsers: TestBrowser[] = [];
  /** Called right after all sessions of a user are ended. */
  const hooks = { sessionsEnded: (): Promise<unknown> => Promise.resolve() };
  /** The accounts that were used. */
  const used = new Set<string>();
  const { auth, accountEvents, apiKeys } = composeTestFeatures(connection, {
    clock,
    log,
    baseUrl,
    settings: {
      REQUIRE_EMAIL_VERIFICATION: requireEmailVerification ? '1' : '0',
      SUPPORT_EMAIL: 's@hark.example',
      SALES_EMAIL: 'x@hark.example',
    },
    providers: { mailer },
    overrides: {
      subscriptions: () => ({
        isSubscribed: () => Promise.resolve(false),
        isPastDue: () => Promise.resolve(false),
        periodStartOf: () => Promise.resolve(undefined),
      }),
      wasUsed: () => (account) => Promise.resolve(used.has(account.uid)),
      customers: () => ({ changing: (_uid, write) => write() }),
      userInfoSources: () => ({
        voices: () => Promise.resolve([]),
        billing: () => Promise.resolve(NO_BILLING),
        campaigns: () => Promise.resolve({ contacts: 0, campaigns: {} }),
      }),
      sessions: () => ({
        devices: () => Promise.resolve([]),
        end: () => Promise.resolve(false),
        endOldest: () => Promise.resolve(),
        async endPendingSignIn(uid, id) {
          const pending = browsers
            .map((browser) => browser.context().session)
            .find(({ storedId, pendingSignIn }) => storedId === id && pendingSignIn?.uid === uid);
          await pending?.signOut();
          return pending !== undefined;
        },
        markAuthenticated(uid, id) {
          const browser = browsers.find(
            ({ user, context }) => user?.uid === uid && context().session.storedId === id,
          );
          if (browser !== undefined) browser.recentlyAuthenticated = true;
          return Promise.resolve(browser !== undefined);
        },
        async endAll(uid, except) {
          const ended = browsers
            .map((browser) => browser.context())
            .filter(({ user, session }) => user?.uid === uid && session.storedId !== except);
          await Promise.all(ended.map(({ session }) => session.signOut()));
          await hooks.sessionsEnded();
        },
      }),
    },
  });
  await createIndexes(auth, apiKeys);
  const createCaller = createCallerFactory(auth.router);

  return {
    auth,
    events: accountEvents.events,
    clock,
    connection,
    hooks,
    used,
    /** Creates a browser with its own session and a caller for it, with an `Idempotency-Key` if one is given. */
    browser(idempotencyKey?: string) {
      const browser = createTestBrowser();
      browsers.push(browser);
      return { browser, call: createCaller(() => ({ ...browser.context(), idempotencyKey })) };
    },
    /** Returns the calls of a request that was admitted now, whatever becomes of the session of its browser. */
    admitted(browser: TestBrowser) {
      const context = browser.context();
      const admitted = { ...context, session: { ...context.session } };
      return { auth: createCaller(admitted), apiKeys: createCallerFactory(apiKeys.router)(admitted) };
    },
    /** Returns all sent mails, newest first, after pending ones are sent. */
    async mails(): Promise<(Mail & { links: string[] })[]> {
      await auth.idle();
      return outbox.models[0].find().sort({ _id: -1 }).lean();
    },
    async stop() {
      await auth.idle();
      mailer.close();
      await outbox.close();
      await database.stop();
    },
  };
}

/** Returns a registration input as the sign-up screen sends it. */
export function registration(email: string) {
  return { email, password: PASSWORD, display_name: 'Ann Example' };
}

/** Returns the secret in the first link of a mail. */
export function secretOf(mail: { links: string[] } | undefined, parameter: 'uid' | 'token'): string {
  return new URL(mail?.links[0] ?? PUBLIC_URL).searchParams.get(parameter) ?? '';
}

/** Returns the `AppError` that caused a rejected call. */
export function appErrorOf(error: unknown) {
  const { code, message, details } = (error as { cause: AppError }).cause;
  return { code, message, details };
}

const NO_BILLING = {
  balance: 0,
  subscribed: false,
  planName: '',
  credits: { available: 0, held: 0, held_campaigns: {}, usage_history: [] },
  customer_id: null,
  subscription_id: null,
  transactions: [],
};
