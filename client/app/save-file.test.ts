// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newRequestKey } from './request-key.ts';
import { download } from './save-file.ts';
import { onSessionEnd } from './session/session-end.ts';

const saved: string[] = [];
const revoked = vi.fn();
const fetched = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  saved.length = 0;
  revoked.mockClear();
  vi.stubGlobal('fetch', fetched);
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = revoked;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.href} ${this.download}`);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('what the API returns is saved under its name, and its memory is freed after the click', async () => {
  fetched.mockResolvedValue(new Response('id'));
  expect(await download('/api/list', 'list.csv')).toBe(true);
  expect(fetched).toHaveBeenCalledWith('/api/list', { credentials: 'include' });
  expect(saved).toEqual(['blob:1 list.csv']);
  expect(revoked).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:1');
});

test('a download after the session is reported, and any other failure thrown', async () => {
  const ended = vi.fn();
  const stop = onSessionEnd(ended);
  fetched.mockResolvedValue(new Response('', { status: 401 }));
  expect(await download('/api/list', 'list.csv')).toBe(false);
  expect(ended).toHaveBeenCalledOnce();
  fetched.mockResolvedValue(new Response('', { status: 503 }));
  await expect(download('/api/list', 'list.csv')).rejects.toThrow('The download failed with status 503');
  expect([saved, ended.mock.calls.length]).toEqual([[], 1]);
  stop();
});

test('a request key is 128 bits in hex, each byte in two digits', () => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    (array as unknown as Uint8Array).set([0, 1, 15, 16, 255]);
    return array;
  });
  expect(newRequestKey()).toBe(`00010f10ff${'00'.repeat(11)}`);
  vi.restoreAllMocks();
  expect(newRequestKey()).toMatch(/^[\da-f]{32}$/);
  expect(newRequestKey()).not.toBe(newRequestKey());
});
