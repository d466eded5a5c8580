/** The level of a recording, measured on its samples (1 is full scale). */
export interface RecordingLevel {
  seconds: number;
  /** The largest magnitude. */
  peak: number;
  /** The mean level of the parts with speech, in decibels relative to full scale. */
  loudness: number;
  /** The share of samples at full scale, 0 to 1. */
  clipped: number;
}

/** A shorter recording has too little speech for a clone. */
export const MIN_SAMPLE_SECONDS = 5;
/** Below -60 dB there is nothing but the noise of a microphone. */
const SILENT_PEAK = 0.001;
/** Providers advise -23 to -18 dB; far below that, noise is cloned with the voice. */
const MIN_LOUDNESS_DB = -38;
const FULL_SCALE = 0.985;
/** Single samples at full scale are inaudible. */
const MAX_CLIPPED = 0.002;
const WINDOWS_PER_SECOND = 10;
/** A window more than 20 dB below the loudest one is a pause. */
const PAUSE_RATIO = 0.01;

/** Measures a recording that arrives in parts. */
export interface RecordingMeter {
  /** Adds samples, one array of the same length for each channel. */
  add(channels: readonly Float32Array[]): void;
  level(): RecordingLevel;
  /** The loudness of equal parts relative to the loudest one, in percent: how a recording is drawn. */
  waveform(parts?: number): number[];
}

/** How many parts a waveform has. */
export const WAVEFORM_PARTS = 56;

/** Returns a meter for a recording with `sampleRate` samples a second. It keeps ten numbers for each second. */
export function createRecordingMeter(sampleRate: number): RecordingMeter {
  const windowLength = Math.max(1, Math.floor(sampleRate / WINDOWS_PER_SECOND));
  const powers: number[] = [];
  let [samples, clipped, peak, power, inWindow] = [0, 0, 0, 0, 0];
  const take = (magnitude: number) => {
    samples += 1;
    if (magnitude > peak) peak = magnitude;
    if (magnitude >= FULL_SCALE) clipped += 1;
    power += magnitude * magnitude;
    inWindow += 1;
    if (inWindow < windowLength) return;
    powers.push(power / inWindow);
    power = inWindow = 0;
  };
  const measured = () => (inWindow > 0 ? [...powers, power / inWindow] : powers);
  return {
    add(channels) {
      const length = channels[0]?.length ?? 0;
      // The louder channel counts: some microphones record on one side only.
      for (let at = 0; at < length; at++)
        take(channels.reduce((loudest, channel) => Math.max(loudest, Math.abs(channel[at] ?? 0)), 0));
    },
    level: () => ({
      seconds: samples / sampleRate,
      peak,
      loudness: loudnessOf(measured()),
      clipped: samples === 0 ? 0 : clipped / samples,
    }),
    waveform: (parts = WAVEFORM_PARTS) => waveformOf(measured(), parts),
  };
}

/** A part shorter than a window has the level of the window at its middle. */
function waveformOf(powers: readonly number[], parts: number): number[] {
  const share = powers.length / parts;
  const levels = Array.from({ length: parts }, (_, part) => {
    const within = powers.slice(Math.round(part * share), Math.round((part + 1) * share));
    const nearest = powers[Math.floor((part + 0.5) * share)] ?? 0;
    const power = within.reduce((sum, each) => sum + each, 0) / within.length;
    return Math.sqrt(within.length > 0 ? power : nearest);
  });
  const loudest = Math.max(...levels);
  return levels.map((level) => (loudest === 0 ? 0 : Math.round((100 * level) / loudest)));
}

function loudnessOf(powers: readonly number[]): number {
  const loudest = powers.reduce((most, power) => Math.max(most, power), 0);
  const speech = powers.filter((power) => power >= loudest * PAUSE_RATIO);
  return 10 * Math.log10(speech.reduce((sum, power) => sum + power, 0) / Math.max(1, speech.length));
}

/** Returns whether nothing can be heard in a recording. */
export function isSilent({ peak }: RecordingLevel): boolean {
  return peak < SILENT_PEAK;
}

/** Returns why a recording may be a poor sample of a voice, in sentences; none if nothing is wrong. */
export function recordingWarnings(level: RecordingLevel): string[] {
  if (isSilent(level)) return ['The recording is silent.'];
  return [
    ...(level.seconds < MIN_SAMPLE_SECONDS ? [tooShort(level.seconds)] : []),
    ...(level.loudness < MIN_LOUDNESS_DB
      ? ['The recording is very quiet. Speak closer to the microphone.']
      : []),
    ...(level.clipped > MAX_CLIPPED
      ? ['The recording is too loud and distorted. Speak further from the microphone.']
      : []),
  ];
}

function tooShort(seconds: number): string {
  const whole = Math.floor(seconds);
  const length =
    whole === 0 ? 'less than a second' : whole === 1 ? 'only 1 second' : `only ${String(whole)} seconds`;
  return `The recording is ${length} long. Speak for ${String(MIN_SAMPLE_SECONDS)} seconds or more.`;
}
