import { expect, test, vi } from 'vitest';
import type { FrozenDrop } from '#server/features/drops/claims/claim-store.ts';
import type { PendingCall } from './call-store.ts';
import { skipSuppressed, stillCallable } from './skip-suppressed.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const CAMPAIGN = { id: 'c', caller: { uid: 'ana', streamId: 's' } } as never;

/** Of these numbers `2` is on the list of the caller. */
function system() {
  const finishPending = vi.fn(() => Promise.resolve(1));
  const among = vi.fn((_: unknown, phones: readonly string[]) =>
    Promise.resolve(new Set(phones.filter((phone) => phone === '2'))),
  );
  const deps = { results: { finishPending }, doNotCall: { among }, clock: { now: () => NOW } };
  return { deps: deps as unknown as Parameters<typeof skipSuppressed>[0], finishPending, among };
}
const calls = (...phones: string[]) =>
  phones.map((phone) => ({ _id: phone, phone, run: 3 }) as unknown as PendingCall);

test('pending calls to numbers on the list fail for good, and the others are called', async () => {
  const { deps, finishPending, among } = system();
  expect(await skipSuppressed(deps, CAMPAIGN, calls('1', '2', '3'))).toEqual(calls('1', '3'));
  expect(among).toHaveBeenCalledWith({ uid: 'ana', streamId: 's' }, ['1', '2', '3']);
  const suppressed = { status: 'failed', at: NOW, code: '', reason: 'suppressed', retryable: false };
  expect(finishPending.mock.calls).toEqual([['c', 3, ['2'], suppressed]]);
});

test('nothing is written if no number is on the list', async () => {
  const { deps, finishPending } = system();
  expect(await skipSuppressed(deps, CAMPAIGN, calls('1'))).toEqual(calls('1'));
  expect(finishPending).not.toHaveBeenCalled();
});

test('a number that got on the list since its drop was prepared is not called', async () => {
  const drops = ['1', '2', '3'].map((to) => ({ to }) as FrozenDrop);
  const callable = await stillCallable(system().deps, CAMPAIGN, drops);
  expect(callable.map(({ to }) => to)).toEqual(['1', '3']);
});
