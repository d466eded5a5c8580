import { expect, test, vi } from 'vitest';
import type { RecordingMeter } from '#shared/voices/recording-quality.ts';
import { waveformOf } from './waveform-of.ts';

const measuring = (waveform: number[]) => () =>
  Promise.resolve({ waveform: () => waveform } as unknown as RecordingMeter);

test.each<[string, Parameters<typeof waveformOf>[3], number[] | undefined]>([
  ['that is measured', measuring([0, 50, 100]), [0, 50, 100]],
  ['whose measuring fails', () => Promise.reject(new Error('The decoder did not start')), undefined],
  ['in which nothing is found', () => Promise.resolve(undefined), undefined],
  ['of numbers that are none', measuring([50, NaN]), undefined],
  ['of endless numbers', measuring([Infinity]), undefined],
])('a recording %s is drawn as far as it can be', async (_, measure, expected) => {
  const log = { warn: vi.fn() } as never;
  expect(await waveformOf({ log }, { _id: 'p1' }, Buffer.alloc(1), measure)).toEqual(expected);
});
