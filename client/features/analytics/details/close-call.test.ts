// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { closeCall, FROM_LIST } from './close-call.ts';

test('a call that was opened from the list is closed by going back, once', () => {
  const [show, back] = [vi.fn(), vi.spyOn(window.history, 'back').mockImplementation(() => undefined)];
  window.history.replaceState(FROM_LIST, '');
  closeCall(show);
  expect([back.mock.calls.length, show.mock.calls]).toEqual([1, []]);
  closeCall(show);
  expect([back.mock.calls.length, show.mock.calls]).toEqual([1, [[{ call: null }, { replace: true }]]]);
  back.mockRestore();
});
