import { serverMemory } from '#client/e2e/support/server-memory.ts';

/** Returns by how many MB the memory of a process grows at most during `work`; undefined without `/proc`. */
export async function growthDuring(pid: number, work: () => Promise<unknown>): Promise<number | undefined> {
  const memory = serverMemory(pid);
  const before = memory?.begin() ?? Number.NaN;
  await work();
  return memory && memory.peak() - before;
}
