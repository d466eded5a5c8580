import { createEncoder } from 'wasm-media-encoders';
import encoderUrl from 'wasm-media-encoders/wasm/mp3?url';

/** Mono audio, samples from -1 to 1. */
export interface EncodeRequest {
  samples: Float32Array;
  sampleRate: number;
}

/** Transparent bitrate for speech. */
const KILOBITS = 128;

/** Encodes audio and posts back the MP3 bytes. */
async function encode({ samples, sampleRate }: EncodeRequest): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = await createEncoder('audio/mpeg', encoderUrl);
  encoder.configure({ channels: 1, sampleRate, bitrate: KILOBITS });
  // The encoder reuses its output buffer on the next call.
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
      // Thrown outside the promise, so that it reaches the page as the worker's error event.
      setTimeout(() => {
        throw error;
      });
    },
  );
});
