import { createRecordingMeter, recordingWarnings } from '#shared/voices/recording-quality.ts';

const SAMPLE_RATE = 44_100;
/** The page stays responsive while this much is measured. */
const MEASURED_AT_ONCE_SECONDS = 10;

/** A part of decoded audio, in seconds. */
export interface AudioPart {
  audio: AudioBuffer;
  start: number;
  end: number;
}

/** Decodes audio of any format that the browser knows. Rejects if it cannot be decoded. */
export async function decodeAudio(file: Blob): Promise<AudioBuffer> {
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  return context.decodeAudioData(await file.arrayBuffer());
}

/** Returns the samples of a part with its channels mixed. */
export function monoSamples({ audio, start, end }: AudioPart): Float32Array<ArrayBuffer> {
  const from = Math.floor(start * audio.sampleRate);
  const mono = new Float32Array(Math.min(audio.length, Math.ceil(end * audio.sampleRate)) - from);
  for (let channel = 0; channel < audio.numberOfChannels; channel++) {
    const samples = audio.getChannelData(channel);
    for (let at = 0; at < mono.length; at++)
      mono[at] = (mono[at] ?? 0) + (samples[from + at] ?? 0) / audio.numberOfChannels;
  }
  return mono;
}

/** Returns why a part may be a poor sample of a voice, as the server finds after the upload. */
export async function warningsOf({ audio, start, end }: AudioPart): Promise<string[]> {
  const meter = createRecordingMeter(audio.sampleRate);
  const channels = Array.from({ length: audio.numberOfChannels }, (_, channel) =>
    audio.getChannelData(channel),
  );
  const last = Math.min(audio.length, Math.ceil(end * audio.sampleRate));
  const step = MEASURED_AT_ONCE_SECONDS * audio.sampleRate;
  for (let at = Math.floor(start * audio.sampleRate); at < last; at += step) {
    meter.add(channels.map((samples) => samples.subarray(at, Math.min(last, at + step))));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return recordingWarnings(meter.level());
}

/** Returns the largest magnitude in each of `count` parts of equal length, in percent of the loudest part. */
export function peaksOf(audio: AudioBuffer, count: number): number[] {
  const samples = audio.getChannelData(0);
  const length = samples.length / count;
  const peaks = Array.from({ length: count }, (_, part) => {
    let peak = 0;
    for (let at = Math.floor(part * length); at < (part + 1) * length; at++)
      peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const loudest = Math.max(...peaks, 0.01);
  return peaks.map((peak) => (100 * peak) / loudest);
}
