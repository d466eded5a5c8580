import { expect, onTestFinished, test, vi } from 'vitest';
import { FakeWorker, fakeWorkers } from '#client/testing/fake-worker.ts';
import { openEstimator } from './strength-estimator.ts';

const OWNER = { email: 'a@b.co', displayName: 'Ana', companyName: '' };

test('the strength of the last password is told, and of no earlier one', () => {
  fakeWorkers();
  const heard = { onStrength: vi.fn(), onFailed: vi.fn() };
  const estimator = openEstimator(heard);
  const worker = FakeWorker.latest;
  estimator.estimate('first', OWNER);
  estimator.estimate('second', OWNER);
  expect(worker.posted).toEqual([
    { id: 1, password: 'first', owner: OWNER },
    { id: 2, password: 'second', owner: OWNER },
  ]);
  worker.reply({ id: 1, strength: 'weak' });
  worker.reply({ id: 2, strength: 'good' });
  expect(heard.onStrength.mock.calls).toEqual([['good']]);
  expect(worker.terminate).not.toHaveBeenCalled();
  estimator.close();
  expect(worker.terminate).toHaveBeenCalledOnce();
  expect(heard.onFailed).not.toHaveBeenCalled();
});

test('a worker that fails is ended, and its error goes no further', () => {
  fakeWorkers();
  const heard = { onStrength: vi.fn(), onFailed: vi.fn() };
  openEstimator(heard);
  const worker = FakeWorker.latest;
  const error = new Event('error', { cancelable: true });
  worker.dispatchEvent(error);
  expect([
    error.defaultPrevented,
    worker.terminate.mock.calls.length,
    heard.onFailed.mock.calls.length,
  ]).toEqual([true, 1, 1]);
});

test('the worker estimates a password with the words of its owner', async () => {
  const posted: unknown[] = [];
  const scope = Object.assign(new EventTarget(), { postMessage: (reply: unknown) => posted.push(reply) });
  vi.stubGlobal('self', scope);
  vi.resetModules();
  await import('./password-strength-worker.ts');
  onTestFinished(() => void vi.unstubAllGlobals());
  const ask = (id: number, password: string) =>
    scope.dispatchEvent(
      Object.assign(new Event('message'), {
        data: {
          id,
          password,
          owner: { email: 'x@b.co', displayName: 'Grandiloquent Ortiz', companyName: '' },
        },
      }),
    );
  ask(1, 'password1');
  ask(2, 'grandiloquent');
  ask(3, 'vivid-tundra-pelican-47-oboe');
  const strengths = (posted as { id: number; strength: string }[]).map(({ id, strength }) => [id, strength]);
  expect(strengths.map(([id]) => id)).toEqual([1, 2, 3]);
  expect(strengths[0]?.[1]).toEqual(strengths[1]?.[1]);
  expect(strengths[2]?.[1]).not.toEqual(strengths[0]?.[1]);
});
