// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openAddress } from '#client/testing/page.ts';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import type { StepEntry } from './step-history-entry.ts';
import { useStepHistory } from './wizard-history.ts';
import { initialState, type WizardState } from './wizard-state.ts';
import type { StepId } from './wizard-steps.ts';

type Stored = { wizard: StepEntry } | null;

/** The history of a tab, whose last entry the wizard opens in. */
function fakeHistory(before: { url: string; state: Stored }[], own: Stored = null) {
  const entries: { url: string; state: Stored }[] = [...before, { url: '/campaign', state: own }];
  let at = entries.length - 1;
  const gone: number[] = [];
  const history = {
    get state() {
      return entries[at]?.state ?? null;
    },
    pushState: (state: Stored) => {
      entries.splice(at + 1, Infinity, { url: '/campaign', state });
      at += 1;
    },
    replaceState: (state: Stored) => {
      entries[at] = { url: '/campaign', state };
    },
    go: (delta: number) => {
      gone.push(delta);
    },
  };
  Object.defineProperty(window, 'history', { configurable: true, value: history });
  const navigation = {
    entries: () => entries.map(({ url }) => ({ url: `${window.location.origin}${url}` })),
    get currentEntry() {
      return { index: at };
    },
  };
  Object.defineProperty(window, 'navigation', { configurable: true, value: navigation });
  return {
    gone,
    /** The steps of the wizard's entries up to the shown one, with their depth. */
    steps: () =>
      entries
        .slice(0, at + 1)
        .flatMap(({ state }) =>
          state === null ? [] : [`${state.wizard.step} ${String(state.wizard.depth)}`],
        ),
    /** The browser goes to an entry, by its buttons or as it was told. */
    arrive: (delta: number) =>
      turn(() => {
        at += delta;
        window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      }),
  };
}

const original = Object.getOwnPropertyDescriptor(window, 'history');
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  openAddress('https://hark.test/campaign');
});
afterEach(() => {
  vi.useRealTimers();
  if (original !== undefined) Object.defineProperty(window, 'history', original);
  Reflect.deleteProperty(window, 'navigation');
});

const LIST = { url: '/campaigns', state: null };
const named = { ...initialState().form, name: 'Spring', description: 'Open house' };
const at = (step: StepId, change: Partial<WizardState> = {}): WizardState => ({
  ...initialState(),
  form: named,
  step,
  ...change,
});

async function open(history: ReturnType<typeof fakeHistory>, ...steps: StepId[]) {
  const dispatch = vi.fn();
  const hook = await renderHook((state: WizardState) => useStepHistory(state, dispatch), at('intro'));
  for (const step of steps) await hook.update(at(step));
  const leave = (fallback: () => void = vi.fn()) =>
    turn(() => {
      hook.result().leave(fallback);
    });
  const back = () =>
    turn(() => {
      hook.result().back();
    });
  return { ...hook, ...history, dispatch, back, leave };
}

test('each step has an entry, and the same one none', async () => {
  const { steps } = await open(fakeHistory([LIST]), 'name', 'name', 'upload');
  expect(steps()).toEqual(['intro 0', 'name 1', 'upload 2']);
});

test('back goes to the entry of the step before, once until the browser has gone', async () => {
  const { back, gone, arrive, dispatch, steps, update } = await open(fakeHistory([LIST]), 'name', 'upload');
  await back();
  await back();
  expect(gone).toEqual([-1]);
  await arrive(-1);
  expect(dispatch.mock.calls).toEqual([[{ type: 'jumped', step: 'name' }]]);
  await update(at('name'));
  expect(steps()).toEqual(['intro 0', 'name 1']);
  await back();
  expect(gone).toEqual([-1, -1]);
});

test('back from a step that was jumped to replaces its entry by that of the step before', async () => {
  const { back, gone, steps, dispatch } = await open(fakeHistory([LIST]), 'message');
  await back();
  expect([gone, steps()]).toEqual([[], ['intro 0', 'upload 1']]);
  expect(dispatch.mock.calls).toEqual([[{ type: 'wentBack' }]]);
});

test('the button of the browser closes a dialog first, and stays at the step', async () => {
  const { arrive, update, gone, dispatch, steps } = await open(fakeHistory([LIST]), 'name', 'upload');
  await update(at('upload', { modal: { kind: 'exit' } }));
  await arrive(-1);
  expect([dispatch.mock.calls, gone]).toEqual([[[{ type: 'modalClosed' }]], [1]]);
  await arrive(1);
  expect([dispatch.mock.calls.length, steps()]).toEqual([1, ['intro 0', 'name 1', 'upload 2']]);
});

test('an entry whose step cannot be shown is skipped', async () => {
  const { arrive, update, gone } = await open(fakeHistory([LIST]), 'name', 'upload');
  await update(at('name'));
  await update(at('upload'));
  await arrive(-2);
  expect(gone).toEqual([-1]);
});

test('a published campaign leaves no steps to go back to', async () => {
  const { update, gone, arrive, steps, dispatch } = await open(
    fakeHistory([LIST]),
    'name',
    'upload',
    'review',
  );
  await update(at('success'));
  expect(gone).toEqual([-3]);
  await arrive(-3);
  expect(steps()).toEqual(['success 0']);
  expect(dispatch).not.toHaveBeenCalled();
});

test('an entry of an earlier visit leads out of the wizard', async () => {
  const earlier = (step: StepId, depth: number) => ({
    url: '/campaign',
    state: { wizard: { visit: 1, step, depth, from: null } },
  });
  const { steps, arrive, gone, dispatch } = await open(
    fakeHistory([LIST, earlier('intro', 0), earlier('name', 1)], earlier('upload', 2).state),
    'name',
  );
  expect(steps().slice(2)).toEqual(['intro 2', 'name 3']);
  await arrive(-2);
  expect(dispatch.mock.calls).toEqual([[{ type: 'jumped', step: 'intro' }]]);
  expect(gone).toEqual([-2]);
  expect(steps()).toEqual(['intro 0', 'intro 1']);
});

test('after a new sign-in the entries before it that are the wizard’s count', async () => {
  const { steps } = await open(fakeHistory([LIST, { url: '/campaign?list=l', state: null }]));
  expect(steps()).toEqual(['intro 1']);
  const { steps: none } = await open(fakeHistory([{ url: '/campaign', state: null }, LIST]));
  expect(none()).toEqual(['intro 0']);
});

test('leaving goes to the page before the wizard', async () => {
  const { leave, gone } = await open(fakeHistory([LIST]), 'name');
  const fallback = vi.fn();
  await leave(fallback);
  vi.advanceTimersByTime(1_000);
  expect([gone, fallback.mock.calls.length]).toEqual([[-2], 0]);
});

test('without a page before the wizard leaving goes to its first entry, and then elsewhere', async () => {
  const { leave, gone, arrive, dispatch } = await open(fakeHistory([]), 'name', 'upload');
  const fallback = vi.fn();
  await leave(fallback);
  expect([gone, fallback.mock.calls.length]).toEqual([[-2], 0]);
  await arrive(-2);
  expect([fallback.mock.calls.length, dispatch.mock.calls.length]).toEqual([1, 0]);
});

test('leaving from the only entry goes elsewhere at once', async () => {
  const { leave, gone } = await open(fakeHistory([]));
  const fallback = vi.fn();
  await leave(fallback);
  expect([gone, fallback.mock.calls.length]).toEqual([[], 1]);
});

test('a browser that does not name its entries is still here after half a second', async () => {
  const history = fakeHistory([]);
  Reflect.deleteProperty(window, 'navigation');
  const { leave, gone, steps } = await open(history);
  expect(steps()).toEqual(['intro 0']);
  const fallback = vi.fn();
  await leave(fallback);
  vi.advanceTimersByTime(499);
  expect([gone, fallback.mock.calls.length]).toEqual([[-1], 0]);
  vi.advanceTimersByTime(1);
  expect(fallback).toHaveBeenCalledOnce();
});

test('what is no entry of the wizard is left to the page', async () => {
  const { dispatch, gone } = await open(fakeHistory([LIST]), 'name');
  await turn(() => window.dispatchEvent(new PopStateEvent('popstate', { state: null })));
  expect([dispatch.mock.calls, gone]).toEqual([[], []]);
});
