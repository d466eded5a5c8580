// @vitest-environment happy-dom
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { useLive } from './use-live.ts';

interface Subscription {
  onLive(live: boolean): void;
  signal: AbortSignal;
}

// Modules are shared by the files of a worker: those with what is replaced here are loaded anew, and again after it.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock('./subscribe-progress.ts');
  vi.resetModules();
});
const opened = vi.hoisted(() => [] as Subscription[]);
vi.mock('./subscribe-progress.ts', () => ({
  subscribeToProgress: (subscription: Subscription) => opened.push(subscription),
}));

let idle: { action: () => void; timeout: number | undefined }[];
beforeEach(() => {
  opened.length = 0;
  idle = [];
  vi.stubGlobal('requestIdleCallback', (action: () => void, { timeout }: { timeout?: number } = {}) =>
    idle.push({ action, timeout }),
  );
});

/** Lets the browser be idle, and waits for the code that is loaded then. */
async function beIdle(): Promise<void> {
  await turn(() => {
    for (const { action } of idle.splice(0)) action();
  });
  await vi.dynamicImportSettled();
}

function Part() {
  return <i>{useLive() ? 'live' : 'polls'}</i>;
}

const shown = () => [...document.querySelectorAll('i')].map(({ textContent }) => textContent);

async function connect(at: number): Promise<void> {
  await beIdle();
  expect(opened).toHaveLength(at + 1);
  await turn(() => opened[at]?.onLive(true));
}

test('all parts of a screen share one connection, which opens once the browser is idle', async () => {
  const two = [<Part key="a" />, <Part key="b" />];
  const screen = await renderScreen(two);
  expect([opened.length, idle.map(({ timeout }) => timeout)]).toEqual([0, [3_000]]);
  await connect(0);
  expect(shown()).toEqual(['live', 'live']);
  await screen.update(two.slice(1));
  expect([shown(), opened[0]?.signal.aborted]).toEqual([['live'], false]);
  await screen.update(null);
  expect(opened[0]?.signal.aborted).toBe(true);
});

test('what is opened after the last part was left begins without a connection, and gets a new one', async () => {
  const screen = await renderScreen(<Part />);
  await connect(0);
  await screen.update(null);
  await screen.update(<Part />);
  expect(shown()).toEqual(['polls']);
  await connect(1);
  expect(shown()).toEqual(['live']);
  await turn(() => opened[1]?.onLive(false));
  expect(shown()).toEqual(['polls']);
});

test('what is left before the browser was idle opens no connection', async () => {
  const screen = await renderScreen(<Part />);
  await screen.update(null);
  await beIdle();
  expect(opened).toEqual([]);
});
