// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { button, click, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { toast } from './toast.tsx';

async function shown() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await renderScreen(<p>Page</p>);
  await turn(() => {
    toast.success('Voice saved');
  });
  expect(text()).toContain('Voice saved');
}

const pass = (ms: number) =>
  turn(() => {
    vi.advanceTimersByTime(ms);
  });
const isShown = () => text().includes('Voice saved');

test('a toast goes after 3.5 seconds', async () => {
  await shown();
  await pass(3_499);
  expect(isShown()).toBe(true);
  await pass(1);
  expect(isShown()).toBe(false);
});

test.each([
  ['focused', 'focusin', 'focusout'],
  ['hovered', 'pointerover', 'pointerout'],
])('a toast waits while it is %s', async (_, from, to) => {
  await shown();
  const dispatch = (type: string) =>
    turn(() => {
      button('Dismiss').dispatchEvent(new Event(type, { bubbles: true }));
    });
  await dispatch(from);
  await pass(60_000);
  expect(isShown()).toBe(true);
  await dispatch(to);
  await pass(3_500);
  expect(isShown()).toBe(false);
});

test('a toast is dismissed by its button', async () => {
  await shown();
  await click('Dismiss');
  expect(isShown()).toBe(false);
});
