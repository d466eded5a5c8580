import { expect, test } from 'vitest';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { createCallerFactory, router } from '#server/platform/trpc/trpc.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { securityProcedures } from './security.ts';

const seen = { userAgent: '', network: '203.0.113.1', signedInAt: 0, lastSeenAt: 0 };

/** The calls of ana, signed in with `session` and on a phone; `done` is what is ended and recorded. */
function system() {
  const done: unknown[][] = [];
  const note =
    (name: string) =>
    (...args: unknown[]) =>
      Promise.resolve(void done.push([name, ...args]));
  const devices = [
    { ...seen, id: 'session', browserId: 'laptop' },
    { ...seen, id: 'phone', browserId: 'phone browser' },
    { ...seen, id: 'old phone' },
  ];
  const deps = {
    sessions: {
      devices: (uid: string) => Promise.resolve(uid === 'ana' ? devices : []),
      async end(uid: string, id: string) {
        await note('ended')(uid, id);
        return uid === 'ana' && devices.some((device) => device.id === id);
      },
      endAll: note('all ended'),
    },
    knownBrowsers: { forget: note('forgotten'), forgetAll: note('all forgotten') },
    events: { record: ({ uid, type }: { uid: string; type: string }) => note('recorded')(uid, type) },
  } as unknown as AuthDeps;
  const context = contextOf({ uid: 'ana', streamId: 's' });
  const signOut = () => note('signed out')();
  const calls = createCallerFactory(router(securityProcedures(deps)))({
    ...context,
    session: { ...context.session, signOut },
  });
  return { calls, done };
}

test('a device that is signed out has no session and is not known any more', async () => {
  const { calls, done } = system();
  await calls.signOutDevice({ id: 'phone' });
  expect(done).toEqual([
    ['forgotten', 'ana', 'phone browser'],
    ['ended', 'ana', 'phone'],
    ['recorded', 'ana', 'device_signed_out'],
  ]);
});

test('only devices of the caller can be signed out', async () => {
  const { calls, done } = system();
  await expect(calls.signOutDevice({ id: 'of another' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(done).toEqual([['ended', 'ana', 'of another']]);
  await calls.signOutDevice({ id: 'old phone' });
  expect(done.flat()).not.toContain('forgotten');
});

test('signing out everywhere ends all sessions, this one too, and forgets all browsers', async () => {
  const { calls, done } = system();
  await calls.signOutEverywhere({});
  expect(done).toEqual([
    ['all forgotten', 'ana'],
    ['all ended', 'ana'],
    ['signed out'],
    ['recorded', 'ana', 'signed_out_everywhere'],
  ]);
});

test('the devices of the caller are listed, and which of them is at hand', async () => {
  const { devices } = await system().calls.devices();
  expect(devices.map(({ id, current }) => [id, current])).toEqual([
    ['session', true],
    ['phone', false],
    ['old phone', false],
  ]);
});
