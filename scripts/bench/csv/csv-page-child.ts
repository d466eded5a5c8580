import type { ReadingResult, ReadingWork } from './csv-browser.ts';

/** Runs work on the page's file in a new worker and measures the frames of the page meanwhile. */
async function work(kind: ReadingWork): Promise<ReadingResult> {
  const file = document.querySelector('input')?.files?.[0];
  const worker = new Worker('/csv-browser-child.js', { type: 'module' });
  let longest = 0;
  let last = performance.now();
  const onFrame = (now: number) => {
    longest = Math.max(longest, now - last);
    last = now;
    frame = requestAnimationFrame(onFrame);
  };
  let frame = requestAnimationFrame(onFrame);
  const seconds = await new Promise<number>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<number>) => {
      resolve(data);
    });
    worker.addEventListener('error', ({ message }) => {
      reject(new Error(message));
    });
    worker.postMessage({ kind, file });
  });
  cancelAnimationFrame(frame);
  worker.terminate();
  return { seconds, longestGap: longest / 1_000 };
}

Object.assign(window, { work });
