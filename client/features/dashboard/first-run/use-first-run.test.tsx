// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { FirstRun } from '#shared/schemas/account/first-run.ts';
import { noResponse } from '#client/testing/fake-server.ts';
import { renderHook } from '#client/testing/hook.tsx';
import { text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { useFirstRun } from './use-first-run.ts';

const OPEN: FirstRun = { closed: false, done: [] };

test.each([
  [() => OPEN, OPEN],
  [() => ({ ...OPEN, closed: true }), undefined],
  [() => Promise.reject(noResponse()), undefined],
])('the steps of a new account are shown unless they are closed or unknown (%#)', async (steps, shown) => {
  const hook = await renderHook(useFirstRun, undefined as never, {
    answers: { firstRun: { steps } },
  });
  expect(hook.first()).toEqual({ steps: undefined, isPending: true });
  await turn();
  expect(hook.result()).toEqual({ steps: shown, isPending: false });
});

function Done() {
  return useFirstRun().steps?.done.join();
}

test('a step that is taken on another page is done when the dashboard is opened again', async () => {
  const steps = vi.fn(() => OPEN);
  const screen = await renderScreen(<Done />, { answers: { firstRun: { steps } } });
  await screen.update(null);
  steps.mockReturnValue({ ...OPEN, done: ['voice'] });
  await screen.update(<Done />);
  await turn();
  expect(text()).toBe('voice');
});
