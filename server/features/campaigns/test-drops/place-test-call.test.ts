import { expect, test } from 'vitest';
import type { CallingMode } from '#shared/schemas/calling/calling.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { ownContact, placeTestCall } from './place-test-call.ts';

const NOW = new Date('2027-01-12T05:00:00Z');
const OPENING = new Date('2027-01-12T14:00:00Z');
const PHONE = '12125550143';

/** Returns why a call to a phone that may next be called at `opening` is refused; the last check is that of the credits. */
async function refusalOf(
  mode: CallingMode,
  opening: Date | undefined,
  { listed = [], isStopped = false }: { listed?: string[]; isStopped?: boolean } = {},
): Promise<string> {
  const campaignsDeps = {
    clock: { now: () => NOW },
    subscriptions: { isSubscribed: () => Promise.resolve(true) },
    users: { byUid: () => Promise.resolve({}) },
    voices: { ownership: () => Promise.resolve('own') },
    places: { keyOf: () => 'America/New_York' },
    doNotCall: { among: () => Promise.resolve(new Set(listed)) },
    callLog: { tooOften: () => Promise.resolve(() => Promise.resolve(new Set([PHONE]))) },
    calendar: { mode, nextOpening: () => opening },
    ledger: { quote: () => Promise.reject(new Error('May be called')) },
  };
  const callingStop = { isStopped: () => Promise.resolve(isStopped) };
  const deps = { campaignsDeps, callingStop, mode } as unknown as Parameters<typeof placeTestCall>[0];
  const user: SignedInUser = { uid: 'u1', streamId: 's1' };
  const call = { campaignId: 'c1', name: 'Test call', message: 'Hello', voiceId: 'v1' };
  return placeTestCall(deps, { user, ...call, contact: ownContact(PHONE) }).then(
    () => 'Placed',
    (error: unknown) => (error as Error).message,
  );
}

test('a phone is not called outside its hours, unless the wait for them is skipped', async () => {
  expect(await refusalOf('enforce', OPENING)).toMatch(
    /^This phone cannot be called at this hour\. .*\(UTC\)/,
  );
  expect(await refusalOf('enforce', undefined)).toBe('This phone has no calling hours.');
  expect(await refusalOf('enforce', NOW)).toBe('May be called');
  expect(await refusalOf('skip-waits', OPENING)).toBe('May be called');
});

test('a phone that has been called often may be called, but not one on the do-not-call list', async () => {
  expect(await refusalOf('enforce', NOW, { listed: [PHONE] })).toBe('This phone is on a do-not-call list.');
});

test('no phone is called while an operator has stopped all calls', async () => {
  expect(await refusalOf('skip-waits', NOW, { isStopped: true })).toMatch(/^Calls are stopped/);
});
