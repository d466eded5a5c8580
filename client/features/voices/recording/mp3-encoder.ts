import type { EncodeRequest } from './mp3.worker.ts';

/** Encodes mono samples as an MP3 file, in a worker to keep the page responsive. Rejects if that fails. */
export async function encodeMp3(request: EncodeRequest, name: string): Promise<File> {
  return new File([await encode(request)], name, { type: 'audio/mpeg' });
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
