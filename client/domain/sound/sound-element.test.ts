import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeAudio, fakeAudio } from '#client/testing/fake-audio.ts';
import { createSound, type Sound } from './sound.ts';

let sound: Sound;
let audio: FakeAudio;
beforeEach(() => {
  vi.useFakeTimers();
  fakeAudio();
  sound = createSound();
  audio = FakeAudio.latest;
});
afterEach(() => {
  vi.useRealTimers();
});

test('a link is loaded once, and again where it failed', () => {
  sound.load('a');
  const set = vi.fn();
  Object.defineProperty(audio, 'src', { get: () => 'a', set });
  sound.load('a');
  expect(set).not.toHaveBeenCalled();
  sound.load('b');
  audio.error = {};
  sound.load('a');
  expect(set.mock.calls).toEqual([['b'], ['a']]);
});

test('an audio that is taken away is silent and has no link', async () => {
  sound.load('a');
  await sound.play();
  sound.unload();
  expect([audio.paused, audio.src]).toEqual([true, '']);
});

test.each([
  [0, 2],
  [1.9, 2],
  [2, 2],
  [5, 5],
  [6, 6],
  [6.1, 2],
])('limited to 2 to 6 seconds, from %d it goes on at %d', (before, after) => {
  audio.currentTime = before;
  sound.limit({ start: 2, end: 6 });
  expect(audio.currentTime).toBe(after);
});

test.each([
  [1, 2],
  [2, 2],
  [5, 5],
  [6, 2],
  [7, 2],
])('played within 2 to 6 seconds, from %d it begins at %d', async (before, after) => {
  sound.limit({ start: 2, end: 6 });
  audio.currentTime = before;
  await sound.play();
  expect(audio.currentTime).toBe(after);
});

test('it ends at the end of its part', async () => {
  sound.limit({ start: 2, end: 6 });
  await sound.play();
  audio.dispatchEvent(new Event('playing'));
  audio.currentTime = 5.99;
  vi.advanceTimersByTime(20);
  expect(audio.paused).toBe(false);
  audio.currentTime = 6.01;
  vi.advanceTimersByTime(20);
  expect([audio.paused, audio.currentTime]).toEqual([true, 6]);
  audio.currentTime = 9;
  vi.advanceTimersByTime(100);
  expect(audio.currentTime).toBe(9);
});

test('what it does is read from the element', () => {
  const read = () => [sound.playing(), sound.paused(), sound.failed(), sound.position(), sound.duration()];
  expect(read()).toEqual([false, true, false, 0, 0]);
  Object.assign(audio, { paused: false, currentTime: 3, duration: 9 });
  expect(read()).toEqual([true, false, false, 3, 9]);
  audio.ended = true;
  expect(sound.playing()).toBe(false);
  Object.assign(audio, { ended: false, error: {}, duration: Infinity });
  expect(read()).toEqual([false, false, true, 3, 0]);
});

test('changes, seeking and failures are told until nobody listens', () => {
  const [changed, failed] = [vi.fn(), vi.fn()];
  const stops = [sound.subscribe(changed), sound.onFailure(failed)];
  const events = ['play', 'pause', 'ended', 'timeupdate', 'seeking', 'seeked', 'durationchange', 'emptied'];
  for (const event of events) audio.dispatchEvent(new Event(event));
  expect([changed.mock.calls.length, failed.mock.calls.length]).toEqual([8, 0]);
  sound.seek(4);
  expect([audio.currentTime, changed.mock.calls.length]).toEqual([4, 9]);
  audio.fail();
  expect([changed.mock.calls.length, failed.mock.calls.length]).toEqual([10, 1]);
  for (const stop of stops) stop();
  for (const event of [...events, 'error']) audio.dispatchEvent(new Event(event));
  expect([changed.mock.calls.length, failed.mock.calls.length]).toEqual([10, 1]);
});
