// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import { afterFrame } from './after-frame.ts';
import { chooseTheme, THEMES, useTheme } from './theme.ts';
import { useMediaQuery } from './use-media-query.ts';

const frames: (() => void)[] = [];
beforeEach(() => {
  frames.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const draw = () =>
  turn(() => {
    for (const frame of frames.splice(0)) frame();
  });
const { dataset } = document.documentElement;

test('a theme is stored, and applied after the frame that shows the choice', async () => {
  const hook = await renderHook(useTheme, undefined as never);
  expect([THEMES, hook.result()]).toEqual([['system', 'light', 'dark'], 'system']);
  await turn(() => {
    chooseTheme('dark');
  });
  expect([hook.result(), localStorage.getItem('theme'), dataset['theme']]).toEqual([
    'dark',
    'dark',
    undefined,
  ]);
  await draw();
  expect(dataset['theme']).toBeUndefined();
  vi.advanceTimersByTime(0);
  expect([dataset['theme'], dataset['switching']]).toEqual(['dark', '']);
  await draw();
  vi.advanceTimersByTime(299);
  expect(dataset['switching']).toBe('');
  vi.advanceTimersByTime(1);
  expect(dataset['switching']).toBeUndefined();
  await turn(() => {
    chooseTheme('system');
  });
  await draw();
  vi.advanceTimersByTime(0);
  expect([hook.result(), localStorage.getItem('theme'), dataset['theme']]).toEqual([
    'system',
    null,
    undefined,
  ]);
});

test('a stored text that is no theme is none', async () => {
  localStorage.setItem('theme', 'pink');
  expect((await renderHook(useTheme, undefined as never)).result()).toBe('system');
});

test('what follows a frame is done at once in a hidden tab', () => {
  const action = vi.fn();
  vi.spyOn(document, 'hidden', 'get').mockReturnValueOnce(true);
  afterFrame(action);
  expect([action.mock.calls.length, frames.length]).toEqual([1, 0]);
});

test('a media query is followed while it is shown', async () => {
  const list = Object.assign(new EventTarget(), { matches: false });
  const asked = vi.fn(() => list);
  vi.stubGlobal('matchMedia', asked);
  window.matchMedia = asked as never;
  const hook = await renderHook(useMediaQuery, '(width > 1px)');
  expect([hook.result(), asked.mock.calls[0]]).toEqual([false, ['(width > 1px)']]);
  await turn(() => {
    list.matches = true;
    list.dispatchEvent(new Event('change'));
  });
  expect(hook.result()).toBe(true);
});
