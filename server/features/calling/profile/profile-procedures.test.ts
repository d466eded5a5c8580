import { expect, test } from 'vitest';
import { createCallerFactory, router } from '#server/platform/trpc/trpc.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { statusProcedures } from '../stop/status-procedures.ts';
import { profileSections } from './export-profile.ts';
import { profileProcedures, type ProfileDeps } from './profile-procedures.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const CONSENT = {
  basis: 'other',
  own_words: 'They asked',
  obtained_at: '2026-02-01',
  source: 'Shop',
} as const;
const STORED = {
  callbackNumber: '12025550143',
  defaultConsent: CONSENT,
  signature: 'Bye',
  callLimit: { calls: 2, days: 14 },
};
const PROFILE = { ...STORED, businessName: 'Acme', testPhone: '12025550144' };

/** Changes a profile of which this is stored; returns the answer and what is asked of the stores. */
async function changed(input: object, stored: object | undefined = STORED, profile: object = PROFILE) {
  const { calls, recorded } = createCallRecorder();
  const deps = {
    store: recorded('store', { of: () => Promise.resolve(stored) }),
    profiles: recorded('profiles', {
      find: (uid: string) => Promise.resolve(uid === 'u' ? profile : {}),
      stopPathOf: () => Promise.resolve('/stop/acme'),
    }),
    events: recorded('events'),
    clock: { now: () => NOW },
    messageRules: 'advised',
  } as unknown as ProfileDeps;
  const caller = createCallerFactory(router(profileProcedures(deps)))(contextOf({ uid: 'u', streamId: 's' }));
  const answer: unknown = await caller.updateProfile(input as never).catch((error: unknown) => error);
  const of = (name: string) => calls.filter(([called]) => called === name).map(([, ...args]) => args);
  return { answer, changes: of('store.change'), events: of('events.record') };
}

const VIEW = {
  business_name: 'Acme',
  callback_number: '12025550143',
  default_consent: CONSENT,
  signature: 'Bye',
  call_limit: { calls: 2, days: 14 },
  message_rules: 'advised',
  test_phone: '12025550144',
  stop_path: '/stop/acme',
};

test.each<[string, object, object]>([
  ['Number to call back', { callback_number: '(202) 555-0199' }, { callbackNumber: '12025550199' }],
  ['Number to call back', { callback_number: null }, { callbackNumber: undefined }],
  ['Consent of new lists', { default_consent: null }, { defaultConsent: undefined }],
  ['Signature of messages', { signature: null }, { signature: undefined }],
  ['Limit of calls to a number', { call_limit: { calls: 1, days: 7 } }, { callLimit: { calls: 1, days: 7 } }],
])('%s: a change of it alone is stored and in the history', async (setting, input, changes) => {
  const result = await changed(input);
  expect(result.answer).toEqual(VIEW);
  expect(result.changes).toEqual([['u', changes]]);
  const client = contextOf({ uid: 'u', streamId: 's' }).client;
  expect(result.events).toEqual([
    [{ uid: 'u', type: 'calling_settings_changed', client, detail: { setting } }],
  ]);
});

test('settings that stay as they are, are in no history', async () => {
  const same = {
    callback_number: '12025550143',
    default_consent: CONSENT,
    call_limit: { calls: 2, days: 14 },
  };
  expect((await changed(same)).events).toEqual([]);
  expect((await changed({})).changes).toEqual([['u', {}]]);
});

test('consent that is dated ahead is refused, and nothing is stored', async () => {
  const { answer, changes } = await changed({ default_consent: { ...CONSENT, obtained_at: '2027-02-01' } });
  expect(answer).toMatchObject({
    cause: {
      code: 'INVALID_INPUT',
      message: 'default_consent.obtained_at: This date is in the future',
      details: { fields: { 'default_consent.obtained_at': 'This date is in the future' } },
    },
  });
  expect(changes).toEqual([]);
});

const NOTHING_SET = { businessName: '', callLimit: { calls: 3, days: 7 } };

test('a profile of which nothing is set is shown without it', async () => {
  expect((await changed({}, undefined, NOTHING_SET)).answer).toMatchObject({
    business_name: '',
    callback_number: null,
    default_consent: null,
    signature: null,
    test_phone: null,
    call_limit: { calls: 3, days: 7 },
  });
});

test('what is set for all calls is exported', async () => {
  const exported = async (profile: object) => {
    const find = (uid: string) => Promise.resolve(uid === 'u' ? profile : {});
    const [section] = profileSections({ find } as unknown as Parameters<typeof profileSections>[0]);
    const rows: object[] = [];
    for await (const row of section?.rows({ uid: 'u', streamId: 's' }) ?? []) rows.push(row);
    expect(Object.keys(rows[0] ?? {})).toEqual(section?.columns);
    return rows;
  };
  expect(await exported(PROFILE)).toEqual([
    {
      callback_number: '12025550143',
      consent_basis: 'other',
      consent_own_words: 'They asked',
      consent_obtained_at: '2026-02-01',
      consent_source: 'Shop',
      signature: 'Bye',
      call_limit_calls: 2,
      call_limit_days: 14,
      test_phone: '12025550144',
    },
  ]);
  const [none] = await exported(NOTHING_SET);
  expect(Object.values(none ?? {}).filter((value) => value !== null)).toEqual([3, 7]);
});

test('a signed-in user is told whether calls are stopped, and whether the account is suspended', async () => {
  const status = (suspendedAt: Date | undefined, isStopped: boolean) => {
    const deps = {
      users: { byUid: (uid: string) => Promise.resolve(uid === 'u' ? { suspendedAt } : undefined) },
      stop: { isStopped: () => Promise.resolve(isStopped) },
    } as unknown as Parameters<typeof statusProcedures>[0];
    return createCallerFactory(router(statusProcedures(deps)))(
      contextOf({ uid: 'u', streamId: 's' }),
    ).status();
  };
  expect(await status(undefined, false)).toEqual({ stopped: false, suspended: false });
  expect(await status(NOW, false)).toEqual({ stopped: false, suspended: true });
  expect(await status(undefined, true)).toEqual({ stopped: true, suspended: false });
});
