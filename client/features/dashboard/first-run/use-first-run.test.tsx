// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { noResponse } from '#client/testing/fake-server.ts';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import { useFirstRun } from './use-first-run.ts';

const OPEN = { closed: false, done: [] };

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
