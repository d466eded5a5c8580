/** How a `gathered` piece of work is done. */
export interface BatcherOptions {
  /** How long the first of a batch waits for others, in milliseconds. */
  maxWaitMs: number;
  /** The most that one batch takes. */
  most: number;
  /** Batches under way at once; while they are, the next one grows. */
  lanes: number;
}

interface Waiting<Item, Answer> {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Does together what is asked for at about the same time: `work` gets the items of a batch and answers each of them in
 * their order. Where it fails, all of its batch do.
 */
export function createBatcher<Item, Answer>(
  work: (items: readonly Item[]) => Promise<readonly Answer[]>,
  { maxWaitMs, most, lanes }: BatcherOptions,
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let timer: NodeJS.Timeout | undefined;
  let due = false;
  let underWay = 0;

  const doBatch = async (batch: readonly Waiting<Item, Answer>[]): Promise<void> => {
    try {
      const answers = await work(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, at) => resolve(answers[at] as Answer));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    underWay -= 1;
    begin();
  };

  const begin = (): void => {
    const full = waiting.length >= most;
    if (underWay >= lanes || waiting.length === 0 || !(due || full)) return;
    const batch = waiting.slice(0, most);
    waiting = waiting.slice(most);
    if (waiting.length === 0) {
      clearTimeout(timer);
      timer = undefined;
      due = false;
    }
    underWay += 1;
    void doBatch(batch);
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      timer ??= setTimeout(() => {
        due = true;
        begin();
      }, maxWaitMs);
      begin();
    });
}
