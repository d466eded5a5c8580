export interface BatcherOptions {
  /** How long the first item of a batch waits for others, in milliseconds; 0: only while other batches run. */
  maxWaitMs: number;
  maxBatchSize: number;
  /** Batches that run at the same time; while they do, the next one grows. */
  concurrency: number;
}

interface Pending<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Returns a function that collects items into batches. `work` gets the items of a batch and returns their results in
 * the same order; if it rejects, every item of that batch does.
 */
export function createBatcher<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxWaitMs, maxBatchSize, concurrency }: BatcherOptions,
): (item: Item) => Promise<Result> {
  let pending: Pending<Item, Result>[] = [];
  let timer: NodeJS.Timeout | undefined;
  let due = false;
  let active = 0;

  const runBatch = async (batch: readonly Pending<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, at) => resolve(results[at] as Result));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    active -= 1;
    dispatch();
  };

  const dispatch = (): void => {
    const full = pending.length >= maxBatchSize;
    if (active >= concurrency || pending.length === 0 || !(due || full)) return;
    const batch = pending.slice(0, maxBatchSize);
    pending = pending.slice(maxBatchSize);
    if (pending.length === 0) {
      clearTimeout(timer);
      timer = undefined;
      due = false;
    }
    active += 1;
    void runBatch(batch);
  };

  return (item) =>
    new Promise((resolve, reject) => {
      pending.push({ item, resolve, reject });
      if (maxWaitMs === 0) due = true;
      else
        timer ??= setTimeout(() => {
          due = true;
          dispatch();
        }, maxWaitMs);
      dispatch();
    });
}
