// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { text } from '#client/testing/page.ts';
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
function toastCard(): HTMLElement {
  const found = document.querySelector<HTMLElement>('[aria-relevant] > *');
  if (found === null) throw new Error('There is no toast');
  return found;
}
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
      toastCard().dispatchEvent(new Event(type, { bubbles: true }));
    });
  await dispatch(from);
  await pass(60_000);
  expect(isShown()).toBe(true);
  await dispatch(to);
  await pass(3_500);
  expect(isShown()).toBe(false);
});

test('a toast can be focused, and a click removes it', async () => {
  await shown();
  expect(toastCard().tabIndex).toBe(0);
  await turn(() => {
    toastCard().click();
  });
  expect(isShown()).toBe(false);
});
