import { readFileSync } from 'node:fs';
import { afterAll, expect, test, vi } from 'vitest';
import { checkList } from '#client/domain/calls/check-list.ts';
import { readResponse } from '#client/features/campaigns/publish/publish-outcome.ts';
import { uploadList } from '#client/domain/lists/upload-list.ts';
import { storeRefusal } from '#client/features/voices/store-refusal.ts';
import { proxyText, statusSentence } from './proxy-answer.ts';
import { createTrpcClient, errorText } from './trpc.ts';

// Modules are shared by the files of a worker: those with what is replaced here are loaded anew, and again after it.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock('./post-form.ts');
  vi.resetModules();
});
vi.mock('./post-form.ts', () => ({
  NoResponse: class extends Error {},
  postForm: () => Promise.resolve(answer),
}));
let answer = { status: 413, statusText: '', body: '' };

/** The pages of nginx, and of others that stand in front of servers. */
const page = (status: number, title: string) =>
  `<html>\r\n<head><title>${String(status)} ${title}</title></head>\r\n<body>\r\n<center><h1>${String(status)} ${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;
const WRITTEN = readFileSync('shared/fixtures/world/vendors/24-response-413.http', 'utf8');
const PAGES: [number, string][] = [
  [413, WRITTEN.slice(WRITTEN.indexOf('<html>'))],
  [413, page(413, 'Request Entity Too Large')],
  [502, page(502, 'Bad Gateway')],
  [504, page(504, 'Gateway Time-out')],
  [503, '<!DOCTYPE html>\n<html lang="en"><body>Service Unavailable</body></html>'],
  [403, '<!-- blocked --><HTML><body>Forbidden</body></HTML>'],
];

test.each(PAGES)(
  'a page with status %i is shown as one sentence, wherever it arrives',
  async (status, body) => {
    answer = { status, statusText: '', body };
    const sentence = proxyText(answer) ?? expect.fail();
    expect(sentence).not.toMatch(/[<>]|nginx/);
    const created = readResponse(answer);
    expect(created).toMatchObject({ failure: { text: `Campaign creation failed: ${sentence}` } });
    expect(storeRefusal(answer)).toBe(sentence);
    const contacts = { file: new File(['x'], 'list.csv'), lastNameOptional: false };
    const onProgress = () => undefined;
    await expect(
      checkList(contacts, {} as never, { onProgress, signal: new AbortController().signal }),
    ).rejects.toThrow(sentence);
    const list = { name: 'A', contacts, consent: null, key: 'k', onProgress };
    await expect(uploadList(list)).rejects.toThrow(sentence);
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
    const failed = await createTrpcClient()
      .voices.remove.mutate({ id: 'v' })
      .catch((error: unknown) => error);
    expect(errorText(failed)).toBe(sentence);
    vi.unstubAllGlobals();
  },
);

test.each(['', 'Bad Gateway', '{"message":"<html>"}', '<Error><Code>AccessDenied</Code></Error>'])(
  'an answer that is no page is left to who asked: %j',
  (body) => {
    expect(proxyText({ status: 502, body })).toBeUndefined();
  },
);

test('each status has its sentence', () => {
  const away = 'Hark cannot be reached right now. Please try again in a minute.';
  expect([413, 502, 503, 504, 500].map(statusSentence)).toEqual([
    'The server in front of Hark does not let through as much at once. Ask whoever runs it to raise its limit, or use a smaller file.',
    away,
    away,
    'The server in front of Hark stopped waiting for an answer. Please check whether it was done before you try again.',
    'The server in front of Hark answered with status 500. Please try again.',
  ]);
});
