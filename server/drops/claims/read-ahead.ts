/**
 * Asks for each next item while the one before is being worked on. One that was asked for and is not wanted any more,
 * since the loop was left, goes to `unused`.
 */
export async function* readAhead<Item>(
  items: AsyncGenerator<Item>,
  unused: (item: Item) => Promise<void>,
): AsyncGenerator<Item> {
  let next = items.next();
  try {
    for (;;) {
      const item = await next;
      if (item.done === true) return;
      next = items.next();
      // Thrown where it is waited for.
      next.catch(() => undefined);
      yield item.value;
    }
  } finally {
    const left = await next.catch(() => undefined);
    if (left !== undefined && left.done !== true) await unused(left.value);
    await items.return(undefined);
  }
}
