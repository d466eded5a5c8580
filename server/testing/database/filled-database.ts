import type { Connection, mongo } from 'mongoose';
import { DAY_MS } from '#shared/time-units.ts';
import { billingMail, creditAlert, refundStep } from './filled-billing.ts';
import { campaign, claim, contact } from './filled-campaigns.ts';
import { contactList, listContact } from './filled-lists.ts';
import { webhookFactories } from './filled-webhooks.ts';
import { CAMPAIGN, contactId, halfOf, KNOWN, OWNER, phone } from './known-ids.ts';

/** Size of the test data: a few documents of every state, and completed ones up to the requested size. */
export interface Filling {
  /** Documents per collection. */
  size: number;
  now: Date;
}

const HOUR_MS = 3_600_000;

/** Fills the collections of all stores, except for the credit events, which only the ledger writes. */
export async function fillDatabase(connection: Connection, { size, now }: Filling): Promise<void> {
  const at = (offset: number) => new Date(now.getTime() + offset);
  const factories: Record<string, (i: number) => mongo.Document> = {
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
    migrations: (i) => ({ _id: i, name: `migration ${String(i)}`, checksum: 'c', startedAt: at(-HOUR_MS) }),
    processes: (i) => ({
      ...{
        _id: `process-${String(i)}`,
        role: 'web',
        host: 'h',
        pid: i,
        version: 2,
        working: true,
        signsWith: 's',
      },
      ...{ startedAt: at(-DAY_MS), seenAt: at(i < KNOWN ? -1_000 : -HOUR_MS) },
    }),
    object_sweeps: (i) => ({
      _id: i === 0 ? 'objects' : `sweep-${String(i)}`,
      database: 'd',
      dueAt: at(-HOUR_MS),
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
    auth_attempts: (i) => ({ key: `sign-in:u-${String(i)}`, points: 1, expire: at(HOUR_MS) }),
    voices: (i) => ({
      ...(i % 50 === 0 && { uploadKey: `upload/${String(i)}` }),
      _id: `v-${String(i)}`,
      userId: `u-${String(Math.floor(i / 4))}`,
      slot: i % 4,
      state: i < KNOWN ? (['active', 'pending', 'deleting', 'deleted'] as const)[i % 4] : 'active',
      title: `Voice ${String(i)}`,
      avatar: 0,
      objectKey: `voice/${String(i)}`,
      ...(i % 20 === 0
        ? { clone: { count: 1, ...(i % 40 === 0 ? { dueAt: at(i) } : { failure: 'Refused' }) } }
        : { providerVoiceId: `provider-${String(i)}` }),
      createdAt: at(-DAY_MS),
      uploadUntil: at(-HOUR_MS + i),
    }),
    billing_accounts: (i) => ({
      _id: `u-${String(i)}`,
      customerId: `cus-${String(i)}`,
      checkout: { n: 1, plan: 'launch' },
      ...(i % 1_000 === 0 && { detailsRevision: 1, detailsDueAt: at(-HOUR_MS) }),
      ...(i % 1_000 === 500 && { removedCards: ['pm'], cardsRevision: 1, cardsDueAt: at(-HOUR_MS) }),
      ...(i % 2 === 0 && { liveSubscriptionId: `sub-${String(i * 5)}` }),
      ...(i % 100 !== 0 && { cardCheckAt: at(DAY_MS) }),
    }),
    billing_subscriptions: (i) => ({
      _id: `sub-${String(i)}`,
      uid: `u-${String(Math.floor(i / 5))}`,
      status: i % 5 === 0 ? 'active' : 'canceled',
      createdAt: at(-i * HOUR_MS),
      revision: 3,
    }),
    billing_invoices: (i) => ({
      _id: `in-${String(i)}`,
      uid: halfOf(i, 'u'),
      streamId: halfOf(i, 's'),
      status: 'paid',
      reason: 'renewal',
      plan: 'launch',
      subscriptionId: `sub-${String(i)}`,
      planTotal: 100,
      outcome: 'granted',
      createdAt: at(-i * HOUR_MS),
      revision: 3,
    }),
    billing_refund_steps: (i) => refundStep(i, at),
    billing_credit_alerts: creditAlert,
    billing_mails: (i) => billingMail(i, at),
    billing_events: (i) => ({ _id: `evt-${String(i)}`, type: 'x', handledAt: at(-HOUR_MS) }),
    request_keys: (i) => ({
      _id: `key-${String(i)}`,
      attempt: `try-${String(i)}`,
      digest: 'd',
      ids: {},
      at: at(-HOUR_MS),
    }),
    credit_adjustments: (i) => ({
      _id: `adjust:${String(i)}`,
      streamId: halfOf(i, 's'),
      amount: 1,
      reason: 'r',
      by: 'b',
      outcome: 'done',
    }),
    credit_days: (i) => {
      const streamId = halfOf(i, 's');
      const day = at(-i * DAY_MS)
        .toISOString()
        .slice(0, 10);
      return { _id: `${streamId}:${day}`, streamId, day, version: size - i };
    },
    credit_heads: (i) => ({ _id: `s-${String(i)}`, version: 1, hash: 'h' }),
    campaigns: (i) => campaign(i, at),
    contact_lists: (i) => contactList(i, at),
    list_contacts: (i) => listContact(i, at),
    consents: (i) => ({
      _id: `preparation-${String(i)}`,
      campaignId: halfOf(i, 'c'),
      userId: halfOf(i, 'u'),
      basis: 'written_consent',
      at: at(-i * 1_000),
    }),
    contacts: (i) => contact(i, at),
    left_out_contacts: (i) => ({
      campaignId: halfOf(i, 'c'),
      preparationId: `preparation-${String(Math.floor(i / 4))}`,
      firstSeq: 1 + Math.floor(i / 4),
      line: i + 2,
      phone: phone(i),
      name: 'Ana',
      reason: i % 3 === 0 ? 'called too often' : 'do not call',
    }),
    claims: (i) => claim(i, at),
    settlements: (i) => ({
      _id: `${halfOf(i, 'c')}:${String(i + 1)}`,
      campaignId: halfOf(i, 'c'),
      n: i + 1,
      run: 1,
      runEpoch: 1,
      delivered: 1,
      runEpochCalls: 1,
      faults: 0,
      ...(i === 0 ? { contacts: [] } : { doneAt: at(-HOUR_MS) }),
    }),
    day_counters: (i) => {
      const day = at(-Math.floor(i / 2) * DAY_MS)
        .toISOString()
        .slice(0, 10);
      const userId = i % 2 === 0 ? OWNER : `u-${String(i)}`;
      const counts = {
        delivered: 1,
        failed: 1,
        ...(i < 5 && { seen: { [CAMPAIGN]: 1 }, countedAt: at(-HOUR_MS) }),
      };
      return { _id: `${userId}:${day}`, userId, day, ...counts };
    },
    speeches: (i) => ({
      _id: `text-${String(i)}`,
      objectKey: `speech/text-${String(i)}.mp3`,
      // Every tenth is used by nobody, and its recording is still to be deleted.
      ...(i % 10 === 9
        ? { campaigns: [], discarded: [`media-${String(i)}`], discardAt: at(i * HOUR_MS) }
        : { campaigns: [`${halfOf(i, 'c')}:1`], mediaIds: [`media-${String(i)}`] }),
      at: at(-HOUR_MS),
    }),
    previews: (i) => ({
      _id: `preview-${String(i)}`,
      userId: `u-${String(Math.floor(i / 4))}`,
      voiceId: `v-${String(Math.floor(i / 4))}`,
      state: (['ready', 'making', 'failed', 'erased'] as const)[i % 4],
      attempts: 1,
      ...(i % 4 === 0 && { spoken: `spoken-${String(i)}`, seconds: 3 }),
      ...(i % 8 === 1 && { holder: 'holder' }),
      dueAt: i < 20 ? at(-HOUR_MS - i) : at(HOUR_MS + i),
    }),
    preview_counts: (i) => ({ key: `preview:u-${String(i)}`, points: 1, expire: at(HOUR_MS) }),
    rate_limits: (i) => ({ _id: `limit-${String(i)}`, first: 0, next: 0, usedAt: at(-HOUR_MS) }),
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
    campaign_drafts: (i) => ({
      _id: `u-${String(i)}`,
      version: `tab-${String(i)}.1`,
      tab: `tab-${String(i)}`,
      edit: 1,
      savedAt: at(-i * HOUR_MS),
      content: {},
    }),
    calling_profiles: (i) => ({
      _id: `u-${String(i)}`,
      callbackNumber: phone(i),
      ...(i % 2 === 0 && { stopSlug: `business-${String(i)}` }),
    }),
    call_log: (i) => ({
      _id: `${halfOf(i, 'u')}:${phone(i)}`,
      calls: [{ id: `attempt-${String(i)}`, at: at(-HOUR_MS) }],
      lastAt: at(-HOUR_MS),
    }),
    suppressions: (i) => ({
      _id: contactId(i),
      userId: halfOf(i, 'u'),
      phone: phone(i),
      source: 'manual',
      at: at(-i * 1_000),
    }),
    test_phones: (i) => ({
      _id: `u-${String(i)}`,
      phone: phone(i),
      codeHash: `code-${String(i)}`,
      expiresAt: at(DAY_MS),
      tries: 0,
    }),
    opt_out_webhooks: (i) => ({
      _id: `u-${String(i)}`,
      token: `token-${String(i)}`,
      secret: `sealed-${String(i)}`,
      renewedAt: at(-DAY_MS),
    }),
    suppression_removals: (i) => ({
      _id: `removal-${String(i)}`,
      userId: halfOf(i, 'u'),
      phone: phone(i),
      source: 'added',
      addedAt: at(-DAY_MS),
      at: at(-i * 1_000),
      viaApiKey: false,
      network: '127.0.0.1',
    }),
    jobs: (i) => ({
      name: i < 5 ? 'settle-campaign' : 'start-campaign',
      data: { campaignId: `c-${String(i)}` },
      priority: 0,
      nextRunAt: i < 5 ? null : at(DAY_MS),
      lockedAt: i >= 5 && i < 10 ? at(0) : null,
      lastModifiedBy: i >= 5 && i < 10 ? 'this-worker' : `worker-${String(i % 3)}`,
      lastRunAt: at(-HOUR_MS),
    }),
    ...webhookFactories(at),
  };
  for (const [name, make] of Object.entries(factories)) {
    await connection.collection(name).insertMany(Array.from({ length: size }, (_, i) => make(i)));
  }
}

/** Adds events that the ledger did not write, and job notices: for lookups, not for parsing. */
export async function fillUnreadable(connection: Connection, size: number): Promise<void> {
  const events = Array.from({ length: size }, (_, i) => {
    const streamId = halfOf(i, 's');
    const version = i + KNOWN;
    return {
      _id: `${streamId}:${String(version).padStart(10, '0')}`,
      streamId,
      version,
      key: `deduct:${String(i)}`,
      type: 'deduct',
      campaignId: i % 4 === 0 ? CAMPAIGN : `c-${String(Math.floor(i / 20))}`,
    };
  });
  await connection.collection<{ _id: string }>('credit_events').insertMany(events);
  await connection.createCollection('job_notices', { capped: true, size: 16 * 1024 * 1024 });
  await connection.collection('job_notices').insertMany(events.map(({ version }) => ({ version })));
}
