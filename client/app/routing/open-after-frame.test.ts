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

const LINK = { transition: true, replace: false };

it('opens the page of a link after the next frame', () => {
  openAfterFrame(navigate, '/analytics', LINK);
  expect(navigate).not.toHaveBeenCalled();
  for (const frame of frames) frame();
  expect(navigate).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/analytics', LINK);
});

it.each([
  ['another query of the same page', '/dashboard?page=2', LINK],
  ['a redirect', '/auth/signin', { replace: true }],
  ['a navigation without options', '/profile', undefined],
])('makes %s at once', (_what, to, options) => {
  openAfterFrame(navigate, to, options);
  expect(navigate).toHaveBeenCalledExactlyOnceWith(to, options);
});

it('opens a page at once in a hidden tab, which draws no frames', () => {
  vi.stubGlobal('document', { hidden: true });
  openAfterFrame(navigate, '/analytics', LINK);
  expect(navigate).toHaveBeenCalledOnce();
});

function drawFrame(): void {
  for (const frame of frames.splice(0)) frame();
  vi.runAllTimers();
}

it('opens only the page of the last link that is pressed before the frame', () => {
  openAfterFrame(navigate, '/analytics', LINK);
  openAfterFrame(navigate, '/profile', LINK);
  openAfterFrame(navigate, '/profile', LINK);
  drawFrame();
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/profile', LINK);
});

it('stays on a page whose own link is pressed last', () => {
  openAfterFrame(navigate, '/analytics', LINK);
  openAfterFrame(navigate, '/dashboard', LINK);
  drawFrame();
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/dashboard', LINK);
});

it('opens no page once another one has come, as by the back button', () => {
  openAfterFrame(navigate, '/analytics', LINK);
  vi.stubGlobal('window', { location: { href: 'http://hark.test/profile', pathname: '/profile' } });
  drawFrame();
  expect(navigate).not.toHaveBeenCalled();
});
