import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Seconds of two fixed pieces of work: a loop of arithmetic, and a small write that is synced to the disk. */
export interface FixedWork {
  loop: number;
  sync: number;
}

const TIMES = { loop: 25, sync: 8 };
/** A millisecond or two: shorter than the time that a system gives a process at a stretch. */
const STEPS = 1_000_000;
const BLOCK = Buffer.alloc(4_096, 1);

let best: FixedWork = { loop: Infinity, sync: Infinity };

/** Returns the shortest times since this process started. */
export function bestOfRun(): FixedWork {
  return best;
}

/**
 * Does both pieces of work some times, in the folder of the benches' databases, and returns the mean time of each. Takes
 * about a tenth of a second.
 */
export function calibrate(): FixedWork {
  const folder = mkdtempSync(join(tmpdir(), 'hark-bench-sync-'));
  const file = openSync(join(folder, 'block'), 'w');
  try {
    const loops = Array.from({ length: TIMES.loop }, () => secondsOf(arithmetic));
    const syncs = Array.from({ length: TIMES.sync }, () =>
      secondsOf(() => {
        writeSync(file, BLOCK, 0, BLOCK.length, 0);
        fsyncSync(file);
      }),
    );
    best = { loop: Math.min(best.loop, ...loops), sync: Math.min(best.sync, ...syncs) };
    return { loop: meanOf(loops), sync: meanOf(syncs) };
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
}

function arithmetic(): number {
  let value = 1;
  for (let step = 0; step < STEPS; step += 1) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
  return value;
}

function secondsOf(work: () => unknown): number {
  const begun = performance.now();
  work();
  return (performance.now() - begun) / 1_000;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
