import { RECORDING_LIMIT_SECONDS } from '#shared/voice-rules.ts';
import type { EncodeRequest } from './mp3.worker.ts';

const SAMPLE_RATE = 44_100;

/** Converts the browser's recording to an MP3 file, in a worker to keep the page responsive. */
export async function recordingToMp3(recording: Blob): Promise<File> {
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const sound = await context.decodeAudioData(await recording.arrayBuffer());
  const samples = toMono(sound).subarray(0, RECORDING_LIMIT_SECONDS * sound.sampleRate);
  const mp3 = await encode({ samples, sampleRate: sound.sampleRate });
  return new File([mp3], 'recording.mp3', { type: 'audio/mpeg' });
}

function toMono(sound: AudioBuffer): Float32Array<ArrayBuffer> {
  const mono = new Float32Array(sound.length);
  for (let channel = 0; channel < sound.numberOfChannels; channel++) {
    sound.getChannelData(channel).forEach((sample, i) => {
      mono[i] = (mono[i] ?? 0) + sample / sound.numberOfChannels;
    });
  }
  return mono;
}

function encode(request: EncodeRequest): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./mp3.worker.ts', import.meta.url), { type: 'module' });
  const encoded = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
      resolve(data);
    });
    worker.addEventListener('error', ({ message }) => {
      reject(new Error(message));
    });
    worker.postMessage(request);
  });
  return encoded.finally(() => {
    worker.terminate();
  });
}
