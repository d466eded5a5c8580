// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import type * as Lazy from './lazy-with-preload.ts';

let lazy: typeof Lazy;

beforeEach(async () => {
  vi.resetModules();
  lazy = await import('./lazy-with-preload.ts');
});
afterEach(() => {
  vi.useRealTimers();
});

test.each(['pointermove', 'pointerdown', 'keydown', 'touchstart', 'scroll'])(
  'what waits for the first interaction is done in a pause after %s, once',
  (type) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    const [early, late] = [vi.fn(), vi.fn()];
    lazy.onFirstInteraction(early);
    lazy.watchForFirstInteraction();
    vi.advanceTimersByTime(1_000);
    expect(early).not.toHaveBeenCalled();
    window.dispatchEvent(new Event(type));
    expect(early).not.toHaveBeenCalled();
    vi.advanceTimersByTime(500);
    window.dispatchEvent(new Event(type));
    vi.advanceTimersByTime(500);
    expect(early).toHaveBeenCalledOnce();
    lazy.onFirstInteraction(late);
    vi.advanceTimersByTime(500);
    expect(late).toHaveBeenCalledOnce();
  },
);

test('a pointer that rests where the page appears is no interaction', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const action = vi.fn();
  lazy.onFirstInteraction(action);
  lazy.watchForFirstInteraction();
  window.dispatchEvent(new PointerEvent('pointermove', { movementX: 0, movementY: 0 }));
  vi.advanceTimersByTime(1_000);
  expect(action).not.toHaveBeenCalled();
  window.dispatchEvent(new PointerEvent('pointermove', { movementX: 0, movementY: 1 }));
  vi.advanceTimersByTime(1_000);
  expect(action).toHaveBeenCalledOnce();
});

test.each(['lazyOnDemand', 'lazyOnAction', 'lazyWithPreload'] as const)(
  'a component of %s is loaded when it is rendered',
  async (kind) => {
    const load = vi.fn(() => Promise.resolve({ default: () => <p>Loaded</p> }));
    const Component = lazy[kind](load);
    expect(load).not.toHaveBeenCalled();
    await renderScreen(<Component />);
    await until(() => expect(text()).toContain('Loaded'));
    expect(load).toHaveBeenCalledOnce();
  },
);

test('a component is preloaded after the first interaction, whether that fails or not', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const load = vi.fn(() => Promise.reject<{ default: () => null }>(new Error('offline')));
  lazy.lazyWithPreload(load);
  lazy.lazyOnAction(load);
  lazy.watchForFirstInteraction();
  window.dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(1_000);
  expect(load).toHaveBeenCalledOnce();
});
