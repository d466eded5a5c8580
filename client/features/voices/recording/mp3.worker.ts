import { createEncoder } from 'wasm-media-encoders';
import encoderUrl from 'wasm-media-encoders/wasm/mp3?url';

/** One channel of sound, samples from -1 to 1. */
export interface EncodeRequest {
  samples: Float32Array;
  sampleRate: number;
}

/** Speech at this rate is indistinguishable from the original. */
const KILOBITS = 128;

/** Encodes one sound and answers its MP3 bytes. */
async function encode({ samples, sampleRate }: EncodeRequest): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = await createEncoder('audio/mpeg', encoderUrl);
  encoder.configure({ channels: 1, sampleRate, bitrate: KILOBITS });
  // The encoder owns what it returns until it is called again.
  const body = encoder.encode([samples]).slice();
  const end = encoder.finalize();
  const mp3 = new Uint8Array(body.length + end.length);
  mp3.set(body);
  mp3.set(end, body.length);
  return mp3;
}

self.addEventListener('message', ({ data }: MessageEvent<EncodeRequest>) => {
  encode(data).then(
    (mp3) => {
      self.postMessage(mp3, { transfer: [mp3.buffer] });
    },
    (error: unknown) => {
      // Thrown outside the promise, it reaches the page as the worker's error.
      setTimeout(() => {
        throw error;
      });
    },
  );
});
