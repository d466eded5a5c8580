// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import { afterFrame } from './after-frame.ts';
import { sectionId } from './display/section-id.ts';
import { useFocusReturn } from './overlays/dialog-parts.ts';
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

test.each([
  ['Sign-in email', 'sign-in-email'],
  ['  What’s new? ', 'what-s-new'],
  ['Webhooks', 'webhooks'],
  ['2 × 2', '2-2'],
])('the section “%s” has the fragment %s', (title, fragment) => {
  expect(sectionId(title)).toBe(fragment);
});

test('a closed dialog gives the focus back, or leads to the heading where its opener is gone', async () => {
  const { result } = await renderHook(useFocusReturn, undefined as never);
  document.body.insertAdjacentHTML(
    'beforeend',
    '<main><h1 tabindex="-1">Page</h1><button>Open</button><button>Other</button></main>',
  );
  const [opener, other] = [...document.querySelectorAll('main button')] as HTMLElement[];
  const close = () => {
    const event = new Event('close', { cancelable: true });
    result().onCloseAutoFocus(event);
    return [event.defaultPrevented, document.activeElement?.textContent];
  };
  const blur = () => {
    (document.activeElement as HTMLElement | null)?.blur();
  };
  opener?.focus();
  result().onOpenAutoFocus();
  blur();
  expect(close()).toEqual([true, 'Open']);
  other?.focus();
  expect(close()).toEqual([true, 'Other']);
  opener?.focus();
  result().onOpenAutoFocus();
  blur();
  opener?.remove();
  expect(close()).toEqual([true, 'Page']);
  blur();
  result().onOpenAutoFocus();
  document.querySelector('h1')?.remove();
  document.querySelector('main')?.setAttribute('tabindex', '-1');
  expect(close()[1]).toBe('Other');
  document.querySelector('main')?.remove();
});
