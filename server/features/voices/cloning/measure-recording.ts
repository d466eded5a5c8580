import { setImmediate } from 'node:timers/promises';
import { id3Length } from '#shared/voices/mp3-frames.ts';
import { createRecordingMeter, type RecordingMeter } from '#shared/voices/recording-quality.ts';

/** Decoded at once, in about a millisecond. */
const SLICE_BYTES = 2 * 1024;
/** What is decoded of a recording: enough to judge it, whatever its size and length. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_SECONDS = 180;
/** The decoder prints each error, so a file of garbage is given up soon. */
const MAX_DAMAGED_SLICES = 3;
/** Frames are shorter than a slice. In bytes without any, the decoder searches all that it has not decoded again and again. */
const MAX_EMPTY_SLICES = 32;

/**
 * Measures the beginning of an MP3 recording after its tag, in slices between which other work runs. Returns the meter,
 * or `undefined` if nothing in it can be decoded.
 */
export async function measureRecording(recording: Uint8Array): Promise<RecordingMeter | undefined> {
  // Loaded when it is first needed, as it makes every start slower.
  const { MPEGDecoder } = await import('mpg123-decoder');
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    let meter: RecordingMeter | undefined;
    let [seconds, damaged, empty] = [0, 0, 0];
    const start = id3Length(recording);
    const end = Math.min(recording.length, start + MAX_BYTES);
    for (let at = start; at < end && seconds < MAX_SECONDS; at += SLICE_BYTES) {
      if (damaged === MAX_DAMAGED_SLICES || empty === MAX_EMPTY_SLICES) break;
      const decoded = decoder.decode(recording.subarray(at, Math.min(at + SLICE_BYTES, end)));
      if (decoded.errors.length > 0) damaged += 1;
      if (decoded.samplesDecoded > 0) {
        meter ??= createRecordingMeter(decoded.sampleRate);
        meter.add(decoded.channelData);
        seconds += decoded.samplesDecoded / decoded.sampleRate;
      } else empty += 1;
      await setImmediate();
    }
    return meter;
  } finally {
    decoder.free();
  }
}
