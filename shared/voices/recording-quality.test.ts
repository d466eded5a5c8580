import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRecordingMeter, recordingWarnings, type RecordingLevel } from './recording-quality.ts';

const RATE = 8_000;

describe('recordingWarnings', () => {
  test.each([
    ['speech of a good level', tone(6, 0.3), []],
    ['speech with long pauses', [...tone(2, 0.3), ...tone(6, 0), ...tone(1, 0.3)], []],
    ['silence', tone(6, 0), ['The recording is silent.']],
    ['a whisper', tone(6, 0.01), ['The recording is very quiet. Speak closer to the microphone.']],
    [
      'a clipped recording',
      tone(6, 3).map((sample) => Math.max(-1, Math.min(1, sample))),
      ['The recording is too loud and distorted. Speak further from the microphone.'],
    ],
    ['a word', tone(1.5, 0.3), ['The recording is only 1 second long. Speak for 5 seconds or more.']],
    ['a click', tone(0.2, 0.3), ['The recording is less than a second long. Speak for 5 seconds or more.']],
    ['nothing', [], ['The recording is silent.']],
  ])('judges %s', (_what, samples, warnings) => {
    expect(recordingWarnings(levelOf([Float32Array.from(samples)]))).toEqual(warnings);
  });

  test('judges a recording on one of two channels by that channel', () => {
    const voice = Float32Array.from(tone(6, 0.3));
    expect(recordingWarnings(levelOf([new Float32Array(voice.length), voice]))).toEqual([]);
  });
});

test.each<[string, Partial<RecordingLevel>, RegExp | undefined]>([
  ['-60 dB at its peak', { peak: 0.001 }, undefined],
  ['less than that', { peak: 0.000_99 }, /silent/],
  ['5 seconds', { seconds: 5 }, undefined],
  ['less than 5 seconds', { seconds: 4.99 }, /only 4 seconds/],
  ['-38 dB', { loudness: -38 }, undefined],
  ['less than -38 dB', { loudness: -38.01 }, /very quiet/],
  ['0.2 % at full scale', { clipped: 0.002 }, undefined],
  ['more at full scale', { clipped: 0.002_01 }, /too loud/],
])('a recording of %s is judged at the limit', (_, changes, warning) => {
  const level = { seconds: 10, peak: 0.5, loudness: -20, clipped: 0, ...changes };
  const warnings = recordingWarnings(level);
  expect(warnings).toEqual(warning === undefined ? [] : [expect.stringMatching(warning)]);
});

test('a recording measures the same in parts', () => {
  const samples = Float32Array.from(tone(6, 0.3));
  const meter = createRecordingMeter(RATE);
  for (let at = 0; at < samples.length; at += 777) meter.add([samples.subarray(at, at + 777)]);
  expect(meter.level()).toEqual(levelOf([samples]));
});

describe('the waveform', () => {
  test('shows where a recording is loud, relative to its loudest part', () => {
    expect(waveformOf([...tone(2, 0.2), ...tone(2, 0), ...tone(2, 0.8)], 6)).toEqual([
      25, 25, 0, 0, 100, 100,
    ]);
  });

  test('of silence and of nothing is flat', () => {
    expect(waveformOf(tone(2, 0), 3)).toEqual([0, 0, 0]);
    expect(waveformOf([], 3)).toEqual([0, 0, 0]);
  });

  test('has as many parts as asked for and reaches 100, whatever the length of the recording', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 100 }), (tenths, parts) => {
        const waveform = waveformOf(tone(tenths / 10, 0.5), parts);
        expect(waveform).toHaveLength(parts);
        expect(Math.max(...waveform)).toBe(100);
        expect(Math.min(...waveform)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 50 },
    );
  });
});

function waveformOf(samples: number[], parts: number) {
  const meter = createRecordingMeter(RATE);
  meter.add([Float32Array.from(samples)]);
  return meter.waveform(parts);
}

function levelOf(channels: Float32Array[]) {
  const meter = createRecordingMeter(RATE);
  meter.add(channels);
  return meter.level();
}

/** Returns a tone as samples. */
function tone(seconds: number, amplitude: number): number[] {
  return Array.from(
    { length: seconds * RATE },
    (_, at) => amplitude * Math.sin((at * 2 * Math.PI * 220) / RATE),
  );
}
