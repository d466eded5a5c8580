/**
 * Yields `work` of each item in order. The next item is read, and its work begun, while the work of one is under way. Throws
 * the first error of either. All work has ended when it returns.
 */
export async function* readAhead<T, R>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  let begun: Promise<R> | undefined;
  try {
    for await (const item of items) {
      const next = work(item);
      // Its error is thrown where it is awaited, which may be after that of the work before it.
      next.catch(() => undefined);
      const previous = begun;
      begun = next;
      if (previous !== undefined) yield await previous;
    }
    if (begun !== undefined) yield await begun;
  } finally {
    await begun?.catch(() => undefined);
  }
}
