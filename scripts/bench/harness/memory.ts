import { serverMemory } from '#client/e2e/support/server-memory.ts';

/** Returns the peak of a process in MB since the start of it or of the last probe; NaN without `/proc`. */
export function peakOf(pid: number): number {
  return serverMemory(pid)?.peak() ?? Number.NaN;
}

/** Returns the memory of a process in MB and begins a new peak; NaN without `/proc`. */
export function beginPeak(pid: number): number {
  return serverMemory(pid)?.begin() ?? Number.NaN;
}

/** Returns by how many MB the memory of this process grows at most during `work`; NaN without `/proc`. */
export async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  const before = beginPeak(process.pid);
  await work();
  return peakOf(process.pid) - before;
}
