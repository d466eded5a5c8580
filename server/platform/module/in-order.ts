/** Returns the items in the order of `names`. Throws where an item has no place or a place no item. */
export function inOrder<T extends { name: string }>(names: readonly string[], items: readonly T[]): T[] {
  const byName = new Map(items.map((item) => [item.name, item]));
  const lost = [...byName.keys()].filter((name) => !names.includes(name));
  const ordered = names.flatMap((name) => byName.get(name) ?? []);
  if (lost.length > 0 || ordered.length !== names.length || byName.size !== items.length)
    throw new Error(
      `The order names ${names.join(', ')}; there are ${items.map(({ name }) => name).join(', ')}`,
    );
  return ordered;
}
