import { afterEach, expect, test, vi } from 'vitest';
import type { S3Options } from './s3-client.ts';
import { tryUpload } from './s3-problems.ts';

const OPTIONS = { bucket: 'hark-objects', region: 'us-east-1', upload: 'post' } as S3Options;
const FORM = { url: 'https://s3.example/hark-objects', fields: { key: 'a.mp3', policy: 'p' } };
const PUT_URL = 'https://s3.example/hark-objects/a.mp3?signature=s';

afterEach(() => {
  vi.unstubAllGlobals();
});

function storeThatAnswers(response: Response): RequestInit[] {
  const requests: RequestInit[] = [];
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    requests.push(init);
    return Promise.resolve(response);
  });
  return requests;
}

const refusal = () =>
  new Response('<Error><Code>AccessDenied</Code></Error>', { status: 403, statusText: 'Forbidden' });

test('an upload that the store refuses by a form is a problem that may pass, with the setting that helps', async () => {
  const requests = storeThatAnswers(refusal());
  // A policy of the bucket may be changed while Hark runs.
  expect(await tryUpload(() => Promise.resolve(FORM), OPTIONS)).toEqual({
    line: 'S3_UPLOAD: the store refuses an upload by POST (AccessDenied); stores such as R2 and B2 need S3_UPLOAD=put',
    permanent: false,
  });
  expect(requests[0]?.method).toBe('POST');
  const form = requests[0]?.body as FormData;
  expect([...form.keys()]).toEqual(['key', 'policy', 'file']);
});

test('an upload that the store refuses as a file names no other setting', async () => {
  const requests = storeThatAnswers(new Response('', { status: 501 }));
  expect(await tryUpload(() => Promise.resolve(PUT_URL), { ...OPTIONS, upload: 'put' })).toEqual({
    line: 'S3_UPLOAD: the store refuses an upload by PUT (501)',
    permanent: false,
  });
  expect(requests[0]).toMatchObject({ method: 'PUT', headers: { 'content-type': 'audio/mpeg' } });
});

test('an upload that the store takes is no problem', async () => {
  storeThatAnswers(new Response(null, { status: 204 }));
  expect(await tryUpload(() => Promise.resolve(FORM), OPTIONS)).toBeUndefined();
});
