import { beforeEach, expect, test, vi } from 'vitest';
import { openEstimator } from './strength-estimator.ts';

let worker: FakeWorker;

class FakeWorker extends EventTarget {
  readonly posted: unknown[] = [];
  readonly terminate = vi.fn();
  constructor(readonly url: URL) {
    super();
    worker = this;
  }
  postMessage(message: unknown) {
    this.posted.push(message);
  }
  reply(id: number, strength: unknown) {
    this.dispatchEvent(Object.assign(new Event('message'), { data: { id, strength } }));
  }
}

beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker);
  return () => {
    vi.unstubAllGlobals();
  };
});

const OWNER = { email: 'a@b.co', displayName: 'Ana', companyName: '' };

test('the strength of the last password is told, and of no earlier one', () => {
  const heard = { onStrength: vi.fn(), onFailed: vi.fn() };
  const estimator = openEstimator(heard);
  estimator.estimate('first', OWNER);
  estimator.estimate('second', OWNER);
  expect(worker.posted).toEqual([
    { id: 1, password: 'first', owner: OWNER },
    { id: 2, password: 'second', owner: OWNER },
  ]);
  worker.reply(1, 'weak');
  worker.reply(2, 'good');
  expect(heard.onStrength.mock.calls).toEqual([['good']]);
  expect(worker.terminate).not.toHaveBeenCalled();
  estimator.close();
  expect(worker.terminate).toHaveBeenCalledOnce();
  expect(heard.onFailed).not.toHaveBeenCalled();
});

test('a worker that fails is ended, and its error goes no further', () => {
  const heard = { onStrength: vi.fn(), onFailed: vi.fn() };
  openEstimator(heard);
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
