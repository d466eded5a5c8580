/**
 * Requests each next item while the previous one is processed. An item that was requested when the consumer stopped
 * goes to `onUnused`.
 */
export async function* readAhead<Item>(
  items: AsyncGenerator<Item>,
  onUnused: (item: Item) => Promise<void>,
): AsyncGenerator<Item> {
  let next = items.next();
  try {
    for (;;) {
      const item = await next;
      if (item.done === true) return;
      next = items.next();
      // Rejects where it is awaited.
      next.catch(() => undefined);
      yield item.value;
    }
  } finally {
    const left = await next.catch(() => undefined);
    if (left !== undefined && left.done !== true) await onUnused(left.value);
    await items.return(undefined);
  }
}
