import { expect, test, vi } from 'vitest';
import { onSessionEnd } from '#client/app/session/session-end.ts';
import { FakeRequest, fakeUploads } from '#client/testing/fake-request.ts';
import { ListRefused, uploadList } from './upload-list.ts';

const FILE = new File(['id'], 'list.csv');
const CONSENT = {
  basis: 'existing_customer',
  own_words: null,
  obtained_at: '2025-03-01',
  source: 'Form',
} as const;
const FAILED = 'The list could not be saved. Please try again.';

function upload(consent: typeof CONSENT | null = CONSENT) {
  fakeUploads();
  const onProgress = vi.fn();
  const contacts = { file: FILE, lastNameOptional: true };
  const saved = uploadList({ name: 'Clients', contacts, consent, key: 'k', onProgress });
  const refused = saved.then(
    () => undefined,
    (error: unknown) => error as ListRefused,
  );
  return { refused, onProgress, request: FakeRequest.latest, form: FakeRequest.latest.body as FormData };
}

test('a list is sent with its name, its consent and its key, the file last', async () => {
  const { request, form, onProgress, refused } = upload();
  expect(request.opened).toEqual(['POST', expect.stringContaining('contact-lists') as string]);
  expect(request.headers).toEqual({ 'Idempotency-Key': 'k', Accept: 'application/json' });
  expect([...form.keys()]).toEqual(['name', 'consent', 'last_name_optional', 'csv_file']);
  expect([form.get('name'), form.get('consent')]).toEqual(['Clients', JSON.stringify(CONSENT)]);
  request.progress(1, 4);
  expect(onProgress).toHaveBeenLastCalledWith(0.25);
  request.answer(500, '');
  await refused;
  const { form: bare, request: other, refused: end } = upload(null);
  expect([...bare.keys()]).toEqual(['name', 'last_name_optional', 'csv_file']);
  other.answer(500, '');
  await end;
});

test.each([
  [400, '{"message":"No","errors":[{"line":2,"message":"Missing id"}]}', 'No', 1],
  [409, '{"message":"A list is named so"}', 'A list is named so', 0],
  [400, '{"message":""}', FAILED, 0],
  [400, '{"message":7,"errors":7}', FAILED, 0],
  [500, '{"message":"A stack"}', FAILED, 0],
  [400, 'x', FAILED, 0],
  [200, '{}', FAILED, 0],
  [502, '<html>', 'Hark cannot be reached right now. Please try again in a minute.', 0],
])('an answer with status %i and %s says: %s', async (status, body, text, errors) => {
  const { request, refused } = upload();
  request.answer(status, body);
  const error = await refused;
  expect(error).toBeInstanceOf(ListRefused);
  expect([error?.message, error?.errors.length]).toEqual([text, errors]);
});

test('no answer says so, and a session that has ended is reported', async () => {
  const ended = vi.fn();
  const stop = onSessionEnd(ended);
  const lost = upload();
  lost.request.dispatchEvent(new Event('error'));
  expect((await lost.refused)?.message).toBe(FAILED);
  expect(ended).not.toHaveBeenCalled();
  const expired = upload();
  expired.request.answer(401, '{"message":"Please sign in."}');
  expect((await expired.refused)?.message).toBe('Please sign in.');
  expect(ended).toHaveBeenCalledOnce();
  stop();
});
