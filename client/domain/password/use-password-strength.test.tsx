// @vitest-environment happy-dom
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import type { EstimatorListeners } from './strength-estimator.ts';
import { usePasswordStrength } from './use-password-strength.ts';

// Modules are shared by the files of a worker: those with what is replaced here are loaded anew, and again after it.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock('./strength-estimator.ts');
  vi.resetModules();
});
const opened = vi.hoisted(() => ({
  listeners: [] as EstimatorListeners[],
  estimate: vi.fn(),
  close: vi.fn(),
  fails: false,
}));
vi.mock('./strength-estimator.ts', () => ({
  openEstimator: (listeners: EstimatorListeners) => {
    if (opened.fails) throw new Error('There are no workers');
    opened.listeners.push(listeners);
    return { estimate: opened.estimate, close: opened.close };
  },
}));

beforeEach(() => {
  opened.listeners = [];
  opened.fails = false;
  opened.estimate.mockClear();
  opened.close.mockClear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const OWNER = { email: 'a@b.co', displayName: 'Ana', companyName: 'Acme' };
const render = (password: string) =>
  renderHook((typed: string) => usePasswordStrength(typed, OWNER), password);
const pass = (ms: number) =>
  turn(() => {
    vi.advanceTimersByTime(ms);
  });

test('a password is estimated after a pause in typing', async () => {
  const hook = await render('a');
  expect(opened.listeners).toHaveLength(1);
  await pass(149);
  await hook.update('ab');
  await pass(149);
  expect(opened.estimate).not.toHaveBeenCalled();
  await pass(1);
  expect(opened.estimate.mock.calls).toEqual([['ab', OWNER]]);
  await turn(() => opened.listeners[0]?.onStrength('good'));
  expect(hook.result()).toMatchObject({ strength: 'good', failed: false });
  await hook.update('');
  expect(hook.result().strength).toBeUndefined();
  expect(opened.listeners).toHaveLength(1);
});

test('the estimator is opened when it is started, or there is a password', async () => {
  const hook = await render('');
  expect(opened.listeners).toHaveLength(0);
  await turn(() => {
    hook.result().start();
  });
  expect(opened.listeners).toHaveLength(1);
  await pass(1_000);
  expect(opened.estimate).not.toHaveBeenCalled();
});

test('an estimator that fails, or cannot be opened, is said', async () => {
  const hook = await render('a');
  await turn(() => opened.listeners[0]?.onFailed());
  expect(hook.result()).toMatchObject({ strength: undefined, failed: true });
  opened.fails = true;
  expect((await render('a')).result()).toMatchObject({ strength: undefined, failed: true });
});
