// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { trpc } from '#client/app/trpc.ts';
import { refusal } from '#client/testing/fake-server.ts';
import { renderHook } from '#client/testing/hook.tsx';
import { text } from '#client/testing/page.ts';
import { turn } from '#client/testing/turn.ts';
import { useNewSecret, useRemoveWebhook } from './use-webhook.ts';

async function render(answers: object) {
  const [onMade, onEnd] = [vi.fn(), vi.fn()];
  const use = () => {
    trpc.optOuts.webhook.useQuery();
    return { make: useNewSecret({ onMade, onEnd }), remove: useRemoveWebhook(onEnd) };
  };
  const hook = await renderHook(use, undefined as never, {
    answers: { optOuts: { webhook: () => ({}) as never, ...answers } },
  });
  const run = (what: 'make' | 'remove') =>
    turn(() => {
      hook.result()[what].mutate(undefined);
    });
  return { ...hook, run, onMade, onEnd };
}

test('a secret that was made is given, and one that was not is said', async () => {
  const made = await render({ renewWebhookSecret: () => ({ secret: 's' }) });
  await made.run('make');
  expect([made.onMade.mock.calls, made.onEnd.mock.calls.length, made.sent('optOuts.webhook').length]).toEqual(
    [[['s']], 1, 2],
  );
  const refused = await render({ renewWebhookSecret: () => Promise.reject(refusal('Not now')) });
  await refused.run('make');
  expect(text()).toContain('Not now');
  expect([
    refused.onMade.mock.calls,
    refused.onEnd.mock.calls.length,
    refused.sent('optOuts.webhook').length,
  ]).toEqual([[], 1, 2]);
});

test.each<[string, () => unknown]>([
  ['The webhook was removed.', () => ({})],
  ['The webhook was already removed.', () => Promise.reject(refusal('No', { status: 404 }))],
  ['Not now', () => Promise.reject(refusal('Not now', { status: 403 }))],
])('a removal says: %s', async (said, removeWebhook) => {
  const { run, onEnd, sent } = await render({ removeWebhook });
  await run('remove');
  expect(text()).toContain(said);
  expect([onEnd.mock.calls.length, sent('optOuts.webhook').length]).toEqual([1, 2]);
});
