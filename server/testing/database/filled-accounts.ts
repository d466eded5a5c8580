import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { halfOf, KNOWN, type At, type Factories } from './known-ids.ts';

/** Returns the documents of accounts: users, their sessions and second factors, and what they asked for, by collection. */
export function accountFactories(at: At): Factories {
  return {
    users: (i) => ({
      _id: `u-${String(i)}`,
      emailLower: `u-${String(i)}@x.example`,
      createdAt: at(-i * HOUR_MS),
      ...(i < KNOWN && { registrationId: `registration-${String(i)}` }),
      streamId: `s-${String(i)}`,
      ...(i === 12 && { closingAt: at(-HOUR_MS) }),
    }),
    account_deletions: (i) => ({
      _id: `u-${String(i)}`,
      streamId: `s-${String(i)}`,
      requestedAt: at(-HOUR_MS),
      dueAt: at(HOUR_MS + i),
    }),
    account_exports: (i) => ({
      _id: `export-${String(i)}`,
      uid: `u-${String(i)}`,
      status: i % 2 === 0 ? 'preparing' : 'ready',
      requestedAt: at(-HOUR_MS),
      attempts: 1,
      dueAt: at(HOUR_MS + i),
    }),
    mailed_links: (i) => ({
      _id: `link-${String(i)}`,
      kind: i % 2 === 0 ? 'verify-email' : 'reset-password',
      uid: `u-${String(Math.floor(i / 4))}`,
      createdAt: at(-HOUR_MS),
      expiresAt: at(HOUR_MS),
      ...(i > 10 && { usedAt: at(-1) }),
    }),
    known_browsers: (i) => ({
      _id: `browser-${String(i)}`,
      uid: `u-${String(Math.floor(i / 4))}`,
      createdAt: at(-i * HOUR_MS),
      lastUsedAt: at(-i * HOUR_MS),
      expiresAt: at(HOUR_MS),
    }),
    passkeys: (i) => ({
      _id: `passkey-${String(i)}`,
      uid: `u-${String(Math.floor(i / 5))}`,
      name: 'Laptop',
      publicKey: 'key',
      counter: 0,
      transports: [],
      createdAt: at(-i * HOUR_MS),
    }),
    passkey_challenges: (i) => ({
      _id: `challenge-${String(i)}`,
      purpose: 'sign-in',
      session: null,
      expiresAt: at(HOUR_MS),
    }),
    second_factors: (i) => ({
      _id: `u-${String(i)}`,
      secret: i < 5 ? 'older.sealed' : 'sealed',
      enabledAt: at(-DAY_MS),
      lastStep: 1,
      recoveryCodes: ['hash'],
    }),
    sessions: (i) => ({
      _id: `session-${String(i)}`,
      expires: at(HOUR_MS),
      session: { user: { uid: `u-${String(i % 5_000)}` } },
    }),
    auth_attempts: (i) => ({
      key: `sign-in:u-${String(i)}`,
      points: 1,
      notBefore: at(-HOUR_MS),
      expire: at(HOUR_MS),
    }),
    api_keys: (i) => ({
      _id: `api-key-${String(i)}`,
      uid: `u-${String(Math.floor(i / 20))}`,
      slot: i % 20,
      streamId: 's-0',
      name: 'Key',
      hash: `hash-${String(i)}`,
      prefix: 'hark_',
      scope: 'read',
      createdAt: at(-i * HOUR_MS),
    }),
    account_events: (i) => ({
      _id: `event-${String(i)}`,
      uid: halfOf(i, 'u'),
      type: 'sign_in_failed',
      at: at(-i * 1_000),
      count: 1,
      networks: ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'],
    }),
    request_keys: (i) => ({
      _id: `key-${String(i)}`,
      attempt: `try-${String(i)}`,
      digest: 'd',
      ids: {},
      at: at(-HOUR_MS),
    }),
  };
}
