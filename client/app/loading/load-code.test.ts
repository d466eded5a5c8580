import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadCode } from './load-code.ts';

let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failing = (times: number) => {
  const load = vi.fn<() => Promise<string>>();
  for (let at = 0; at < times; at++) load.mockRejectedValueOnce(new Error(`failure ${String(at + 1)}`));
  return load.mockResolvedValue('code');
};

test('code that cannot be loaded is asked for again after half a second, and after two', async () => {
  const load = failing(2);
  const loaded = loadCode(load);
  await vi.advanceTimersByTimeAsync(499);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await loaded).toBe('code');
});

test('the third failure is the error', async () => {
  const loaded = loadCode(failing(3));
  const refused = expect(loaded).rejects.toThrow('failure 3');
  await vi.advanceTimersByTimeAsync(2_500);
  await refused;
});

test.each([0, 2])('after %i failures it waits until the browser is online', async (failures) => {
  const load = failing(failures);
  if (failures === 0) vi.stubGlobal('navigator', { onLine: false });
  const loaded = loadCode(load);
  await vi.advanceTimersByTimeAsync(600);
  vi.stubGlobal('navigator', { onLine: false });
  const before = load.mock.calls.length;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(load).toHaveBeenCalledTimes(before);
  page.dispatchEvent(new Event('online'));
  expect(await loaded).toBe('code');
  expect(load).toHaveBeenCalledTimes(failures + 1);
});
