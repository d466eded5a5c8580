import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchInput, whenQuiet } from './when-quiet.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('waits for a moment, because a click often follows what asks for the code', () => {
  const action = vi.fn();
  whenQuiet(action);
  vi.advanceTimersByTime(199);
  expect(action).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(action).toHaveBeenCalledOnce();
});

it.each(['pointerdown', 'pointerup', 'keydown', 'keyup'])('waits for a pause after %s', (type) => {
  watchInput();
  const action = vi.fn();
  whenQuiet(action);
  vi.advanceTimersByTime(150);
  window.dispatchEvent(new Event(type));
  vi.advanceTimersByTime(199);
  expect(action).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(action).toHaveBeenCalledOnce();
});
