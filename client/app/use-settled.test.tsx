// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { useSettled } from './use-settled.ts';

afterEach(() => {
  vi.useRealTimers();
});

function Settled({ value }: { value: string }) {
  return useSettled(value, 300);
}

test('a value counts at first, and later once it has not changed for a while', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const screen = await renderScreen(<Settled value="a" />);
  expect(text()).toBe('a');
  const after = (ms: number) => turn(() => void vi.advanceTimersByTime(ms));
  await screen.update(<Settled value="b" />);
  await after(299);
  await screen.update(<Settled value="c" />);
  await after(299);
  expect(text()).toBe('a');
  await after(1);
  expect(text()).toBe('c');
});
