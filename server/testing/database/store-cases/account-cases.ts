import { DAY_SECONDS } from '#shared/time-units.ts';
import {
  createExportModel,
  ExportStore,
  type ExportRecord,
} from '#server/features/account/export/export-store.ts';
import { createDeletionModel, DeletionStore } from '#server/features/account/deletion/deletion-store.ts';
import {
  AccountEventStore,
  createAccountEventModel,
} from '#server/features/account/events/account-event-store.ts';
import {
  clearAttempts,
  ATTEMPTS_COLLECTION,
  type AttemptLimiter,
} from '#server/features/auth/limits/attempt-store.ts';
import { createRateLimiter, type RateLimiter } from '#server/platform/lib/mongodb/rate-limiter.ts';
import { createGrowingDelay } from '#server/features/auth/limits/growing-delay-store.ts';
import { ClosingAccountStore } from '#server/features/auth/closing/closing-account-store.ts';
import {
  createKnownBrowserModel,
  createKnownBrowsers,
  type KnownBrowsers,
} from '#server/features/auth/known-browsers/known-browser-store.ts';
import {
  createMailedLinkModel,
  createMailedLinks,
  type MailedLinks,
} from '#server/features/auth/mailed-links/mailed-link-store.ts';
import {
  createEmailAddresses,
  type EmailAddresses,
} from '#server/features/auth/email-change/email-addresses.ts';
import {
  createUserModel,
  type UserRecord,
  createUserStore,
  type UserStore,
} from '#server/features/auth/user-store.ts';
import { createSessionIndexes } from '#server/platform/http/sessions/sessions.ts';
import { userSessions } from '#server/platform/http/sessions/signed-in-devices.ts';
import type { UserSessions } from '#server/platform/http/sessions/user-sessions.ts';
import { OWNER } from '../known-ids.ts';
import { after, callsOf, type StoreCases } from './store-cases.ts';

const users: StoreCases<UserStore> = {
  file: 'server/features/auth/user-store.ts',
  open: ({ connection }) => createUserStore(createUserModel(connection)),
  calls: {
    byId: (store) => store.byId('u-7'),
    byEmail: (store) => store.byEmail('u-7@x.example'),
    openAmong: (store) => store.openAmong(['u-7', 'u-8']),
    insert: (store, { now }) => store.insert(newUser(now)),
    markVerified: (store, { now }) => store.markVerified(addressOf('u-7'), now),
    verifyWithPassword: (store, { now }) => store.verifyWithPassword(addressOf('u-8'), now, 'hash'),
    useRegistration: (store) => store.useRegistration('u-8', 'registration'),
    replacePassword: (store) => store.replacePassword('u-7', 'hash', 'other'),
    setPassword: (store) => store.setPassword({ ...addressOf('u-7'), passwordHash: 'hash' }, 'other'),
    closeFirstRun: (store) => store.closeFirstRun('u-7'),
    setMail: (store) => store.setMail('u-7', 'campaign_finished', false),
    suspend: (store, { now }) => store.suspend('u-7', now),
    unsuspend: (store) => store.unsuspend('u-7'),
    setProfile: (store) => store.setProfile('u-7', { displayName: 'Ana' }),
  },
};

const addressOf = (uid: string) => ({ _id: uid, emailLower: `${uid}@x.example` });

const emailAddresses: StoreCases<EmailAddresses> = {
  file: 'server/features/auth/email-change/email-addresses.ts',
  open: ({ connection }) => createEmailAddresses(createUserModel(connection)),
  calls: {
    correct: (store) => store.correct({ uid: 'u-3', id: 'registration' }, 'new-3@x.example'),
    change: (store, { now }) =>
      store.change({ ...addressOf('u-4'), passwordHash: 'hash' }, 'new-4@x.example', now),
    neverVerified: (store, { now }) => store.neverVerified(new Date(0), now, 10),
    eraseUnverified: (store) => store.eraseUnverified('u-5'),
  },
};

function newUser(createdAt: Date): UserRecord {
  return {
    _id: 'u-new',
    email: 'new@x.example',
    emailLower: 'new@x.example',
    passwordHash: 'hash',
    displayName: 'Ana',
    companyName: 'Hark',
    phone: '',
    role: 'agent',
    streamId: 's-new',
    createdAt,
  };
}

const closing: StoreCases<ClosingAccountStore> = {
  file: 'server/features/auth/closing/closing-account-store.ts',
  open: ({ connection }) => new ClosingAccountStore(createUserModel(connection)),
  calls: {
    mark: (store, { now }) => store.mark('u-11', 'hash', now),
    list: (store) => store.list(20),
    byEmail: (store) => store.byEmail('U-12@x.example'),
    streamIdOf: (store) => store.streamIdOf('u-7'),
    erase: (store) => store.erase('u-12'),
  },
};

const deletions: StoreCases<DeletionStore> = {
  file: 'server/features/account/deletion/deletion-store.ts',
  open: ({ connection }) => new DeletionStore(createDeletionModel(connection)),
  calls: {
    insert: (store, { now }) =>
      store.insert({ _id: 'u-new', streamId: 's-new', requestedAt: now, dueAt: now }),
    claim: (store, { now }) => store.claim(now, after(now)),
    of: (store) => store.of('u-7'),
    postpone: async (store, { now }) => {
      await store.postpone('u-7', now);
      await store.postpone('u-7', now, ['voices']);
    },
    markAnnounced: (store) => store.markAnnounced('u-7'),
    markErased: (store, { now }) => store.markErased('u-7', now),
    forgetRecipient: (store, { now }) => store.forgetRecipient('u-7', now),
    remove: (store) => store.remove('u-8'),
  },
};

const anExport = (at: Date): ExportRecord => ({
  _id: 'export-7',
  uid: 'u-7',
  status: 'ready',
  requestedAt: at,
  attempts: 1,
  dueAt: at,
});

const exports: StoreCases<ExportStore> = {
  file: 'server/features/account/export/export-store.ts',
  open: ({ connection }) => new ExportStore(createExportModel(connection)),
  calls: {
    insert: (store, { now }) => store.insert({ ...anExport(now), _id: 'export-new', uid: 'u-new' }),
    ofUser: (store) => store.ofUser('u-7'),
    find: (store) => store.find('u-7', 'export-7'),
    claim: (store, { now }) => store.claim(now, after(now)),
    claimUnmade: (store, { now }) => store.claimUnmade('export-8', now, after(now)),
    listUnmade: (store, { now }) => store.listUnmade(now),
    change: (store, { now }) => store.change(anExport(now), { mailed: true }),
    remove: (store, { now }) => store.remove(anExport(now)),
    referenced: (store) => store.referenced(['exports/u-7/export-7/hark-data.zip']),
  },
};

const links: StoreCases<MailedLinks> = {
  file: 'server/features/auth/mailed-links/mailed-link-store.ts',
  open: ({ connection, clock }) => createMailedLinks(createMailedLinkModel(connection), clock),
  calls: {
    issue: async (store) => {
      const target = { uid: 'u-7', email: 'u-7@x.example' };
      await store.issue('verify-email', target);
      await store.issue('reset-password', target);
    },
    find: (store) => store.find('verify-email', 'secret'),
    eraseAll: (store) => store.eraseAll('u-9'),
    redeem: (store, { now }) =>
      store.redeem({ _id: 'link-0', kind: 'verify-email', uid: 'u-0', createdAt: now, expiresAt: now }),
  },
};

const knownBrowsers: StoreCases<KnownBrowsers> = {
  file: 'server/features/auth/known-browsers/known-browser-store.ts',
  open: ({ connection, clock }) => createKnownBrowsers(createKnownBrowserModel(connection), clock),
  calls: {
    find: async (store) => {
      await store.find('u-7', ['one', 'other']);
      await store.find(undefined, ['one']);
    },
    remember: async (store) => {
      const { secret } = await store.remember('u-7', []);
      await store.remember('u-7', ['other', secret]);
    },
    forget: (store) => store.forget('u-7', 'browser-28'),
    forgetAll: async (store) => {
      await store.forgetAll('u-8', ['one']);
      await store.forgetAll('u-9');
    },
  },
};

const sessionIndexes: StoreCases<{ createSessionIndexes: unknown }> = {
  file: 'server/platform/http/sessions/sessions.ts',
  open: () => ({ createSessionIndexes }),
  calls: {
    createSessionIndexes: (_, { connection }) => createSessionIndexes(connection),
  },
};

const sessions: StoreCases<UserSessions> = {
  file: 'server/platform/http/sessions/signed-in-devices.ts',
  open: ({ connection, clock }) => userSessions(connection, clock),
  calls: {
    devices: (store) => store.devices('u-7'),
    endOldest: (store) => store.endOldest('u-7'),
    end: (store) => store.end('u-7', 'session-7'),
    endPendingSignIn: (store) => store.endPendingSignIn('u-7', 'session-7'),
    markAuthenticated: (store) => store.markAuthenticated('u-7', 'session-7'),
    endAll: async (store) => {
      await store.endAll('u-8', 'session-8');
      await store.endAll('u-7');
    },
  },
};

const attempts: StoreCases<RateLimiter> = {
  file: 'server/platform/lib/mongodb/rate-limiter.ts',
  open: ({ connection }) =>
    createRateLimiter(connection, ATTEMPTS_COLLECTION, { name: 'sign-in', attempts: 10, seconds: 900 }),
  calls: {
    count: (limiter) => limiter.count('u-7'),
    take: (limiter) => limiter.take('u-7'),
    left: (limiter) => limiter.left('key-7'),
    reward: (limiter) => limiter.reward('u-7'),
    clear: (limiter) => limiter.clear('u-7'),
  },
};

const delays: StoreCases<AttemptLimiter> = {
  file: 'server/features/auth/limits/growing-delay-store.ts',
  open: ({ connection, clock }) =>
    createGrowingDelay(connection, clock, {
      name: 'sign-in',
      free: 10,
      firstSeconds: 60,
      longestSeconds: 900,
      forgottenAfterSeconds: DAY_SECONDS,
    }),
  calls: {
    take: async (limiter) => {
      await limiter.take('u-7');
      await limiter.take('u-new');
    },
    reward: (limiter) => limiter.reward('u-7'),
    clear: (limiter) => limiter.clear('u-7'),
  },
};

const attemptsByPrefix: StoreCases<{ clearAttempts: unknown }> = {
  file: 'server/features/auth/limits/attempt-store.ts',
  open: () => ({ clearAttempts }),
  calls: { clearAttempts: (_, { connection }) => clearAttempts(connection, 'sign-in:u-9 ') },
};

const accountEvents: StoreCases<AccountEventStore> = {
  file: 'server/features/account/events/account-event-store.ts',
  open: ({ connection }) => new AccountEventStore(createAccountEventModel(connection)),
  calls: {
    append: (store, { now: at }) =>
      store.append({ _id: 'event-new', uid: 'u-none', type: 'signed_in', at, count: 1, networks: [] }),
    countAgain: async (store) => {
      await store.countAgain('event-7', '127.0.0.1');
      await store.countAgain('event-7', '203.0.113.7');
    },
    page: async (store, { now }) => {
      await store.page(OWNER, { limit: 10 });
      const after = { at: new Date(now.getTime() - 5_000_000), key: 'event-5000' };
      await store.page(OWNER, { after, limit: 10 });
    },
    eraseAll: (store) => store.eraseAll('u-101'),
  },
};

export const accountCalls = [
  ...callsOf(attempts),
  ...callsOf(attemptsByPrefix),
  ...callsOf(delays),
  ...callsOf(users),
  ...callsOf(emailAddresses),
  ...callsOf(closing),
  ...callsOf(deletions),
  ...callsOf(exports),
  ...callsOf(links),
  ...callsOf(knownBrowsers),
  ...callsOf(sessionIndexes),
  ...callsOf(sessions),
  ...callsOf(accountEvents),
];
