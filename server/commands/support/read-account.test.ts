import { expect, test } from 'vitest';
import { readAccount } from './read-account.ts';

const day = (of: number) => new Date(Date.UTC(2026, 10, of));
const iso = (of: number) => day(of).toISOString();
const NOW = day(28);

const USER = {
  _id: 'u-1',
  streamId: 's-1',
  email: 'ana@example.com',
  displayName: 'Ana Ortiz',
  companyName: 'Maple',
  phone: '+12025551000',
  createdAt: day(1),
  emailVerifiedAt: day(2),
  suspendedAt: day(3),
  closingAt: day(4),
};

const CAMPAIGN = {
  _id: 'c-1',
  name: 'Sale',
  status: 'Sending',
  dropDate: day(4),
  total: 10,
  delivered: 3,
  failed: 2,
  held: 5,
  charged: 4,
};

const FULL = {
  processes: { hasWorker: true },
  deletions: { of: { unfinished: ['voices'] } },
  stops: { current: { at: day(5), by: 'ops', reason: 'drill' } },
  secondFactors: { byUser: { enabledAt: day(6), resetAskedAt: day(7), resetAt: day(8) } },
  overview: {
    sumsOf: [{ _id: 'Sending', campaigns: 1, total: 10, delivered: 3, failed: 2, more: 1 }],
    page: [CAMPAIGN],
    heldOf: new Map([
      ['c-1', 5],
      ['c-2', 2],
      ['c-3', 1],
    ]),
  },
  campaigns: { namesOf: new Map([['c-1', 'Sale']]) },
  voices: {
    ofUser: [
      { _id: 'v-1', title: 'Ana', state: 'active', providerVoiceId: 'p-1', createdAt: day(9) },
      { _id: 'v-2', title: 'Ben', state: 'pending', createdAt: day(10) },
    ],
  },
  apiKeys: {
    ofUser: [
      {
        _id: 'k-1',
        name: 'Zapier',
        scope: 'read',
        areas: ['voices'],
        createdAt: day(11),
        expiresAt: day(12),
      },
      { _id: 'k-2', name: 'Make', scope: 'write', createdAt: day(13), lastUsedAt: day(14), hash: 'hidden' },
    ],
  },
  webhooks: {
    ofUser: [
      {
        _id: 'w-1',
        url: 'https://hidden:secret@crm.example.com:8443/hook?token=hidden',
        enabledAt: day(15),
        lastSuccessAt: day(16),
        secrets: ['hidden'],
      },
      { _id: 'w-2', url: 'https://b.example.com/', disabledReason: 'failing', failingSince: day(17) },
    ],
  },
  events: {
    page: [
      { type: 'plan_started', at: day(18), count: 2, detail: { plan: 'Launch', card: 'Visa' } },
      { type: 'signed_in', at: day(19), count: 1 },
    ],
  },
  exports: { ofUser: [] },
  billing: {
    currentSubscription: {
      _id: 'sub-1',
      plan: 'launch',
      status: 'active',
      periodStart: day(20),
      periodEnd: day(30),
      cancelAtPeriodEnd: true,
    },
  },
};

const LEDGER = {
  balance: { available: 20, held: 9, debt: 1, version: 7, period: { start: day(20) } },
  holds: { 'c-1': [2, 1], 'c-2': [4], 'c-3': [] } as Record<string, number[]>,
};

type Answers = Record<string, Record<string, unknown>>;

/** Returns the report of an account whose stores answer this, and what they were asked. */
async function reportOf(answers: Answers, ledger = LEDGER, user: object = USER) {
  const asked: unknown[][] = [];
  const stores = Object.entries(answers).map(([store, methods]) => [
    store,
    {
      failedRefunds: async function* () {
        // None.
      },
      ...Object.fromEntries(
        Object.entries(methods).map(([method, answer]) => [
          method,
          (...args: unknown[]) => {
            asked.push([store, method, ...args]);
            return Promise.resolve(answer);
          },
        ]),
      ),
    },
  ]);
  const sources = {
    now: NOW,
    stores: Object.fromEntries(stores) as unknown,
    ledger: {
      balance: () => Promise.resolve(ledger.balance),
      campaignHold: (_: string, id: string) => {
        const lots = (ledger.holds[id] ?? []).map((calls) => ({ calls }));
        return Promise.resolve({ held: lots.reduce((sum, { calls }) => sum + calls, 0), lots });
      },
    },
  };
  const report = await readAccount(
    sources as unknown as Parameters<typeof readAccount>[0],
    user as Parameters<typeof readAccount>[1],
  );
  return { report, asked };
}

test('a report has each thing that support asks for, under its name', async () => {
  const { report, asked } = await reportOf(FULL);
  expect(report).toEqual({
    worker_up: true,
    calls_stopped: { at: iso(5), by: 'ops', reason: 'drill' },
    account: {
      uid: 'u-1',
      email: 'ana@example.com',
      name: 'Ana Ortiz',
      company: 'Maple',
      phone: '+12025551000',
      created_at: iso(1),
      verified_at: iso(2),
      suspended_at: iso(3),
      deleted_at: iso(4),
      unfinished_steps: ['voices'],
      second_factor: { enabled_at: iso(6), removal_asked_at: iso(7), removed_at: iso(8) },
      credit_stream: 's-1',
    },
    plan: {
      subscription_id: 'sub-1',
      name: 'Launch',
      status: 'active',
      period_start: iso(20),
      period_end: iso(30),
      cancel_at_period_end: true,
    },
    credits: { available: 20, held: 9, debt: 1, expiring: 0, events: 7, period_start: iso(20) },
    campaigns: {
      by_status: [{ status: 'Sending', campaigns: 1, total: 10, delivered: 3, failed: 2 }],
      latest: [
        {
          id: 'c-1',
          name: 'Sale',
          status: 'Sending',
          drop_date: iso(4),
          total: 10,
          delivered: 3,
          failed: 2,
          held: 5,
          charged: 4,
        },
      ],
    },
    holds: {
      open: [
        { campaign_id: 'c-1', campaign: 'Sale', credits: 3, calls: 3 },
        { campaign_id: 'c-2', campaign: null, credits: 4, calls: 4 },
      ],
      other: 2,
    },
    voices: [
      { id: 'v-1', title: 'Ana', state: 'active', cloned: true, created_at: iso(9) },
      { id: 'v-2', title: 'Ben', state: 'pending', cloned: false, created_at: iso(10) },
    ],
    api_keys: [
      {
        id: 'k-1',
        name: 'Zapier',
        scope: 'read',
        areas: ['voices'],
        created_at: iso(11),
        expires_at: iso(12),
        last_used_at: null,
      },
      {
        id: 'k-2',
        name: 'Make',
        scope: 'write',
        areas: [],
        created_at: iso(13),
        expires_at: null,
        last_used_at: iso(14),
      },
    ],
    webhooks: [
      {
        id: 'w-1',
        host: 'crm.example.com:8443',
        enabled: true,
        disabled_reason: null,
        last_success_at: iso(16),
        failing_since: null,
      },
      {
        id: 'w-2',
        host: 'b.example.com',
        enabled: false,
        disabled_reason: 'failing',
        last_success_at: null,
        failing_since: iso(17),
      },
    ],
    errors: [],
    events: [
      { at: iso(18), type: 'plan_started', count: 2, detail: 'Launch · Visa' },
      { at: iso(19), type: 'signed_in', count: 1, detail: null },
    ],
  });
  expect(JSON.stringify(report)).not.toContain('hidden');
  // Whose, and how many rows.
  expect(
    Object.fromEntries(asked.map(([store, method, ...args]) => [`${String(store)}.${String(method)}`, args])),
  ).toEqual({
    'processes.hasWorker': [NOW],
    'deletions.of': ['u-1'],
    'stops.current': [],
    'secondFactors.byUser': ['u-1'],
    'billing.currentSubscription': ['u-1'],
    'overview.sumsOf': ['u-1'],
    'overview.page': ['u-1', { limit: 20 }],
    'overview.heldOf': ['u-1', 20],
    'campaigns.namesOf': ['u-1', ['c-1', 'c-2', 'c-3']],
    'voices.ofUser': ['u-1'],
    'apiKeys.ofUser': ['u-1'],
    'webhooks.ofUser': ['u-1'],
    'events.page': ['u-1', { limit: 20 }],
    'exports.ofUser': ['u-1'],
  });
});

test('what an account does not have is null or an empty list', async () => {
  const nothing: Answers = {
    processes: { hasWorker: false },
    deletions: { of: undefined },
    stops: { current: undefined },
    secondFactors: { byUser: undefined },
    overview: { sumsOf: [], page: [], heldOf: new Map() },
    campaigns: { namesOf: new Map() },
    voices: { ofUser: [] },
    apiKeys: { ofUser: [] },
    webhooks: { ofUser: [] },
    events: { page: [] },
    exports: { ofUser: [] },
    billing: { currentSubscription: undefined },
  };
  const balance = { available: 0, held: 3, debt: 0, version: 0, period: undefined } as never;
  const { _id, streamId, email, displayName, createdAt } = USER;
  const { report } = await reportOf(
    nothing,
    { balance, holds: {} },
    { _id, streamId, email, displayName, createdAt },
  );
  expect(report).toMatchObject({
    worker_up: false,
    calls_stopped: null,
    plan: null,
    account: {
      verified_at: null,
      suspended_at: null,
      second_factor: { enabled_at: null, removal_asked_at: null, removed_at: null },
    },
    credits: { period_start: null },
    campaigns: { by_status: [], latest: [] },
    // A test call, say.
    holds: { open: [], other: 3 },
    voices: [],
    api_keys: [],
    webhooks: [],
    events: [],
  });
});
