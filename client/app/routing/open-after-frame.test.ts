import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openAfterFrame } from './open-after-frame.ts';

const frames: (() => void)[] = [];
const navigate = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubGlobal('window', { location: { href: 'http://hark.test/dashboard', pathname: '/dashboard' } });
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  navigate.mockClear();
  frames.length = 0;
});

const link = (href: string) => ({ href, replace: false });

it('opens the page of a link after the next frame', () => {
  openAfterFrame(navigate, '/analytics', link('/analytics'));
  expect(navigate).not.toHaveBeenCalled();
  for (const frame of frames) frame();
  expect(navigate).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/analytics', link('/analytics'));
});

it.each([
  ['another query of the same page', '/dashboard?page=2', link('/dashboard?page=2')],
  ['a redirect', '/auth/signin', { replace: true }],
  ['a navigation without options', '/profile', undefined],
])('makes %s at once', (_what, to, options) => {
  openAfterFrame(navigate, to, options);
  expect(navigate).toHaveBeenCalledExactlyOnceWith(to, options);
});

it('opens a page at once in a hidden tab, which draws no frames', () => {
  vi.stubGlobal('document', { hidden: true });
  openAfterFrame(navigate, '/analytics', link('/analytics'));
  expect(navigate).toHaveBeenCalledOnce();
});
