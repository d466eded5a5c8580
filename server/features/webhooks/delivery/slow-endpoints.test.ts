import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SlowEndpoints } from './slow-endpoints.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A request that is open until it is ended. */
function openRequest(slow: SlowEndpoints, endpointId: string) {
  let answer: (text: string) => void = () => undefined;
  const watched = slow.watch(endpointId, () => new Promise<string>((resolve) => (answer = resolve)));
  return async () => {
    answer('answered');
    expect(await watched).toBe('answered');
  };
}

it('an endpoint is slow while a request to it waits, and until one ends soon', async () => {
  const slow = new SlowEndpoints();
  const end = openRequest(slow, 'a');
  expect(slow.has('a')).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect([slow.has('a'), slow.has('b'), slow.list()]).toEqual([true, false, ['a']]);
  await end();
  expect(slow.has('a')).toBe(true);
  await slow.watch('a', () => Promise.resolve());
  expect(slow.has('a')).toBe(false);
});

it('an endpoint that answers one request stays slow while another waits', async () => {
  const slow = new SlowEndpoints();
  const ends = [openRequest(slow, 'a'), openRequest(slow, 'a')];
  vi.advanceTimersByTime(1_000);
  await slow.watch('a', () => Promise.resolve());
  expect(slow.has('a')).toBe(true);
  for (const end of ends) {
    await end();
    expect(slow.has('a')).toBe(true);
  }
  await slow.watch('a', () => Promise.resolve());
  expect(slow.has('a')).toBe(false);
});

it('a request that fails counts as one that ends', async () => {
  const slow = new SlowEndpoints();
  const failed = slow.watch(
    'a',
    () => new Promise((_, reject) => setTimeout(reject, 2_000, new Error('no'))),
  );
  const refused = expect(failed).rejects.toThrow('no');
  await vi.advanceTimersByTimeAsync(2_000);
  await refused;
  expect(slow.has('a')).toBe(true);
  await expect(slow.watch('a', () => Promise.reject(new Error('off')))).rejects.toThrow('off');
  expect(slow.has('a')).toBe(false);
});
