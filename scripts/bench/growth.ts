const SAMPLE_MS = 20;
const MB = 1024 * 1024;

/** Returns the peak memory growth of a process during `work`, in MB. `rss` returns its resident set size in bytes. */
export async function growthDuring(work: () => Promise<unknown>, rss: () => number): Promise<number> {
  const before = rss();
  let peak = before;
  const sampler = setInterval(() => {
    peak = Math.max(peak, rss());
  }, SAMPLE_MS);
  try {
    await work();
  } finally {
    clearInterval(sampler);
  }
  return Math.max(peak, rss()) / MB - before / MB;
}
