import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks a web server whether it is ready, from its parent's message `{ probe: true }` to `{ probe: false }`, which is answered
 * with the milliseconds of the slowest response; one other than 200 is infinitely slow. In a process of its own, as the load
 * holds its parent's.
 */
const [url = ''] = process.argv.slice(2);
const PAUSE_MS = 25;
let isProbing = false;
let slowest = Promise.resolve(0);

process.on('message', ({ probe }: { probe: boolean }) => {
  isProbing = probe;
  if (probe) slowest = slowestResponse();
  void (probe ? Promise.resolve(0) : slowest).then((ms) => process.send?.(ms));
});
process.send?.(0);

async function slowestResponse(): Promise<number> {
  let ms = 0;
  while (isProbing) {
    const begun = performance.now();
    const { status } = await fetch(url);
    ms = Math.max(ms, status === 200 ? performance.now() - begun : Infinity);
    await sleep(PAUSE_MS);
  }
  return ms;
}
