/** Yields the items that `read` returns until `signal` is aborted; reads nothing once it is. */
export async function* untilAborted<Item>(
  signal: AbortSignal | undefined,
  read: () => AsyncIterable<Item> | Iterable<Item> | Promise<Iterable<Item>>,
): AsyncGenerator<Item, void, undefined> {
  const isAborted = () => signal?.aborted === true;
  if (isAborted()) return;
  for await (const item of await read()) {
    if (isAborted()) return;
    yield item;
  }
}
