/**
 * Returns those of the object keys that are named. `pattern` holds the id of a record as its first group; `isNamed` tells
 * which of these records name which key. Keys of another form count as named, as nothing is known of them.
 */
export async function namedKeys(
  keys: readonly string[],
  pattern: RegExp,
  find: (ids: string[]) => Promise<(id: string, key: string) => boolean>,
): Promise<string[]> {
  const ids = new Map(keys.map((key) => [key, pattern.exec(key)?.[1]]));
  const known = new Set([...ids.values()].filter((id) => id !== undefined));
  const isNamed = await find([...known]);
  return keys.filter((key) => {
    const id = ids.get(key);
    return id === undefined || isNamed(id, key);
  });
}
