// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { noResponse, refusal } from '#client/testing/fake-server.ts';
import { text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { confirmed, saved } from './outcome.ts';

/** Records what is called, in order. */
function recorded() {
  const calls: string[] = [];
  const note = (name: string) => () => void calls.push(name);
  return {
    calls,
    outcome: {
      onDone: note('done'),
      refresh: () => {
        calls.push('refreshed');
        return Promise.resolve();
      },
      onClose: note('closed'),
    },
  };
}

test('what was saved is said, the dialog closes, and the page is read again', async () => {
  await renderScreen(null);
  const { calls, outcome } = recorded();
  const { onSuccess } = saved<{ name: string }>({ ...outcome, done: ({ name }) => `${name} is saved` });
  await turn(() => void onSuccess({ name: 'Ana' }));
  expect(calls).toEqual(['done', 'closed', 'refreshed']);
  expect(text()).toContain('Ana is saved');
});

test.each([
  ['an error without words', noResponse(), 'It failed.', ['closed']],
  ['a refusal', refusal('It is in use'), 'It is in use', ['closed']],
  ['what is gone', refusal('Not found', { status: 404 }), 'Somebody was first.', ['closed', 'refreshed']],
])('%s is said, and the question is closed', async (_name, error, said, expected) => {
  await renderScreen(null);
  const { calls, outcome } = recorded();
  const { onError } = confirmed({ ...outcome, failed: 'It failed.', gone: 'Somebody was first.' });
  await turn(() => void onError(error));
  expect(calls).toEqual(expected);
  expect(text()).toContain(said);
});

test('every error can have the same words', async () => {
  await renderScreen(null);
  const onError = vi.fn((error: unknown) => `Failed: ${String(error instanceof Error)}`);
  await turn(() => void confirmed({ failed: onError }).onError(refusal('It is in use')));
  expect(text()).toContain('Failed: true');
});
