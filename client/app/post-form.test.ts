// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeRequest, fakeUploads } from '#client/testing/fake-request.ts';
import { NoResponse, postForm, putFile } from './post-form.ts';

beforeEach(fakeUploads);

test('a form is posted with its headers, and any response is one', async () => {
  const shares: number[] = [];
  const form = new FormData();
  const posted = postForm('/lists/', form, {
    headers: { 'Idempotency-Key': 'k1' },
    onProgress: (share) => shares.push(share),
  });
  const { latest } = FakeRequest;
  expect([latest.opened, latest.headers, latest.body]).toEqual([
    ['POST', '/lists/'],
    { 'Idempotency-Key': 'k1' },
    form,
  ]);
  latest.progress(1, 4);
  latest.progress(0, 0);
  latest.answer(409, 'taken');
  expect(await posted).toEqual({ status: 409, statusText: 'As it is', body: 'taken' });
  expect(shares).toEqual([0.25, 1]);
});

test('a file is put', () => {
  const file = new File(['a'], 'a.mp3');
  void putFile('/store', file, { onProgress: vi.fn() });
  expect([FakeRequest.latest.opened, FakeRequest.latest.body]).toEqual([['PUT', '/store'], file]);
});

test.each(['error', 'abort', 'timeout'])('an upload that ends with %s had no response', async (type) => {
  const abort = new AbortController();
  const posted = postForm('/', new FormData(), { onProgress: vi.fn(), signal: abort.signal });
  if (type === 'abort') abort.abort();
  else FakeRequest.latest.dispatchEvent(new Event(type));
  await expect(posted).rejects.toBeInstanceOf(NoResponse);
});
