import { expect, test, vi } from 'vitest';
import type { ErasureStep } from '#server/platform/module/erasure-step.ts';
import { DELETION_DUTY, type DeletionDeps } from './deletion-deps.ts';
import { requestDeletion } from './request-deletion.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const USER = { uid: 'ana', streamId: 's' };
const ACCOUNT = {
  ...USER,
  email: 'ana@example.com',
  displayName: 'Ana',
  emailConfirmed: true,
  closingAt: NOW,
};
const PROOF = { email: 'ana@example.com', password: 'correct horse' };
const CALLER = { user: USER, client: { network: 'n' }, session: {} } as never;

/** The dependencies of a request, which note what is done in order. */
function system({
  busy = [],
  failing,
}: { busy?: { name: string; status: string }[]; failing?: string } = {}) {
  const done: string[] = [];
  const step = (name: string, atOnce?: true): ErasureStep => ({
    name,
    ...(atOnce && { atOnce }),
    erase({ uid }) {
      done.push(`${name} of ${uid}`);
      return name === failing ? Promise.reject(new Error('no database')) : Promise.resolve(true);
    },
  });
  const insert = vi.fn((_: unknown) => Promise.resolve(void done.push('stored')));
  const deps = {
    clock: { now: () => NOW },
    log: { info: vi.fn(), warn: vi.fn() },
    closing: {
      async close(_: string, __: unknown, check: () => Promise<void>) {
        await check();
        done.push('marked');
        return ACCOUNT;
      },
    },
    events: { record: ({ type }: { type: string }) => Promise.resolve(void done.push(type)) },
    steps: () => [step('sessions', true), step('campaigns'), step('keys', true)],
    busy: () => Promise.resolve(busy),
    deletions: { insert },
    trigger: (duty: string) => void done.push(duty),
  };
  return { deps: deps as unknown as DeletionDeps, done, insert };
}

test('before the response the account is marked, its deletion stored and every access ended', async () => {
  const { deps, done, insert } = system();
  await requestDeletion(deps, CALLER, PROOF);
  expect(done).toEqual([
    ...['deletion_requested', 'marked', 'stored', 'sessions of ana', 'keys of ana', DELETION_DUTY],
  ]);
  expect(insert).toHaveBeenCalledWith({
    _id: 'ana',
    streamId: 's',
    requestedAt: NOW,
    dueAt: NOW,
    recipient: { email: 'ana@example.com', displayName: 'Ana', emailConfirmed: true },
  });
});

test('an access that cannot be ended now keeps no other, and the deletion is continued', async () => {
  const { deps, done } = system({ failing: 'sessions' });
  await requestDeletion(deps, CALLER, PROOF);
  expect(done.slice(-2)).toEqual(['keys of ana', DELETION_DUTY]);
});

test('nothing is done while campaigns run, of which five are named', async () => {
  const busy = [1, 2, 3, 4, 5, 6].map((n) => ({ name: `C${String(n)}`, status: 'Sending' }));
  const { deps, done } = system({ busy });
  await expect(requestDeletion(deps, CALLER, PROOF)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/"C1" \(Sending\).*"C5" \(Sending\) and others\./u) as unknown,
  });
  expect(done).toEqual([]);
});
