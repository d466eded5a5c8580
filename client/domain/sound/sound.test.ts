// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { clockTime, createSound } from './sound.ts';

test.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [30, '0:30'],
  [61, '1:01'],
])('%d seconds are %s', (seconds, text) => {
  expect(clockTime(seconds)).toBe(text);
});

test('a voice pauses when another begins, also before it has played to its end', async () => {
  const [one, other] = [createSound(), createSound()];
  for (const sound of [one, other]) sound.load('data:audio/wav;base64,');
  await one.play();
  await other.play();
  expect([one.paused(), other.paused()]).toEqual([true, false]);
  await one.play();
  expect([one.paused(), other.paused()]).toEqual([false, true]);
  await one.play();
  expect(one.paused()).toBe(false);
});
