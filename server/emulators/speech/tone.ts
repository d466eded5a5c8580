/** Studio quality: samples per second and kilobits per second. */
const STUDIO = { sampleRate: 22_050, bitrate: 48 } as const;
/** Telephone quality: a frame is 72 bytes and 72 ms, without padding. */
export const TELEPHONE = { sampleRate: 8_000, bitrate: 8 } as const;
export const TELEPHONE_FRAME = { bytes: 72, seconds: 0.072 } as const;
/** A pentatonic scale in Hz. */
const SCALE = [261.63, 293.66, 329.63, 392, 440, 523.25];
const TONE_SECONDS = 0.36;

/** Returns a melody as MP3, deterministic by seed, length in seconds and quality. */
export async function melodyMp3(
  seed: number,
  seconds: number,
  quality: typeof STUDIO | typeof TELEPHONE = STUDIO,
): Promise<Buffer> {
  // Loaded when it is first needed, as it makes every start slower.
  const { createMp3Encoder } = await import('wasm-media-encoders');
  const encoder = await createMp3Encoder();
  encoder.configure({ ...quality, channels: 1 });
  // The encoder reuses its output buffer on the next call.
  const body = Buffer.from(encoder.encode([melody(seed, seconds, quality.sampleRate)]));
  return Buffer.concat([body, encoder.finalize()]);
}

function melody(seed: number, seconds: number, sampleRate: number): Float32Array {
  const samples = new Float32Array(Math.ceil(seconds * sampleRate));
  for (let i = 0; i < samples.length; i++) {
    const time = i / sampleRate;
    const step = Math.floor(time / TONE_SECONDS);
    const within = (time % TONE_SECONDS) / TONE_SECONDS;
    const pitch = SCALE[(seed + step * (1 + (seed % 3)) + (step >> 2)) % SCALE.length] ?? 440;
    const envelope = Math.min(1, within * 12) * (1 - within) ** 1.5;
    const wave = Math.sin(2 * Math.PI * pitch * time) + 0.25 * Math.sin(4 * Math.PI * pitch * time);
    samples[i] = 0.32 * envelope * wave;
  }
  return samples;
}
