import { createMp3Encoder } from 'wasm-media-encoders';

const SAMPLE_RATE = 22_050;
const KILOBITS = 48;
/** A pentatonic scale in Hz: any order of its tones sounds friendly. */
const SCALE = [261.63, 293.66, 329.63, 392, 440, 523.25];
const TONE_SECONDS = 0.36;

/** A short, soft melody as MP3: the same seed and length are always the same bytes. */
export async function melodyMp3(seed: number, seconds: number): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: SAMPLE_RATE, channels: 1, bitrate: KILOBITS });
  // The encoder owns what it returns until it is called again.
  const body = Buffer.from(encoder.encode([melody(seed, seconds)]));
  return Buffer.concat([body, encoder.finalize()]);
}

function melody(seed: number, seconds: number): Float32Array {
  const samples = new Float32Array(Math.ceil(seconds * SAMPLE_RATE));
  for (let i = 0; i < samples.length; i++) {
    const time = i / SAMPLE_RATE;
    const step = Math.floor(time / TONE_SECONDS);
    const within = (time % TONE_SECONDS) / TONE_SECONDS;
    const pitch = SCALE[(seed + step * (1 + (seed % 3)) + (step >> 2)) % SCALE.length] ?? 440;
    const envelope = Math.min(1, within * 12) * (1 - within) ** 1.5;
    const wave = Math.sin(2 * Math.PI * pitch * time) + 0.25 * Math.sin(4 * Math.PI * pitch * time);
    samples[i] = 0.32 * envelope * wave;
  }
  return samples;
}
