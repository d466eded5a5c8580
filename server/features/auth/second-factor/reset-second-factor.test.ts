import { expect, test, vi } from 'vitest';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { carryOutResets } from './reset-second-factor.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const RESET = { _id: 'ana', resetAskedAt: NOW };

/** Announces one reset to a mail server that answers with `failure`; returns what was asked of the store and recorded. */
async function announced(failure?: Error) {
  const [schedule, cancel, record] = [vi.fn(), vi.fn(() => Promise.resolve(true)), vi.fn()];
  const deps = {
    factorResets: {
      asked: () => Promise.resolve([RESET]),
      due: () => Promise.resolve([]),
      schedule,
      cancel,
    },
    users: { byId: () => Promise.resolve({ _id: 'ana', email: 'ana@example.com', displayName: 'Ana' }) },
    directMailer: () => ({ send: () => (failure ? Promise.reject(failure) : Promise.resolve()) }),
    events: { record },
    clock: { now: () => NOW },
    log: { warn: vi.fn() },
    publicUrl: 'https://hark.example',
    publicLinks: { supportEmail: 's@hark.example' },
  } as unknown as AuthDeps;
  await carryOutResets(deps, new AbortController().signal);
  return { scheduled: schedule.mock.calls.length, cancelled: cancel.mock.calls.length, record };
}

test('the day begins when the mail server has taken the mail', async () => {
  expect(await announced()).toMatchObject({ scheduled: 1, cancelled: 0 });
});

test('it does not begin while the mail server takes none, however long', async () => {
  expect(await announced(new ProviderUnavailable('no server'))).toMatchObject({ scheduled: 0, cancelled: 0 });
});

test('an address that is refused for good keeps its factor, and the history says so', async () => {
  const { scheduled, cancelled, record } = await announced(new ProviderRejected('no such mailbox', '550'));
  expect([scheduled, cancelled]).toEqual([0, 1]);
  expect(record).toHaveBeenCalledWith(expect.objectContaining({ uid: 'ana', type: 'support_action' }));
});
