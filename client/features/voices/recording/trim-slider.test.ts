import { expect, test } from 'vitest';
import { canTrim, wholeOf } from './trim-slider.tsx';

const audio = (duration: number) => ({ duration }) as AudioBuffer;

test.each([
  [0.5, false],
  [1, false],
  [1.1, false],
  [1.11, true],
  [30, true],
])('a recording of %f seconds can be trimmed: %s', (seconds, expected) => {
  expect(canTrim(audio(seconds))).toBe(expected);
});

test('the whole of a recording ends at a tenth of a second within it', () => {
  expect(wholeOf(audio(12.39))).toEqual({ start: 0, end: 12.3 });
  expect(wholeOf(audio(2))).toEqual({ start: 0, end: 2 });
});
