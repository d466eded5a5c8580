/**
 * Returns those of the object keys that a record references. `pattern` holds the id of a record as its first group; `find`
 * tells which of these records reference which key. Keys of another form count as referenced: nothing is known of them.
 */
export async function referencedKeys(
  keys: readonly string[],
  pattern: RegExp,
  find: (ids: string[]) => Promise<(id: string, key: string) => boolean>,
): Promise<string[]> {
  const ids = new Map(keys.map((key) => [key, pattern.exec(key)?.[1]]));
  const recordIds = new Set([...ids.values()].filter((id) => id !== undefined));
  const isReferenced = await find([...recordIds]);
  return keys.filter((key) => {
    const id = ids.get(key);
    return id === undefined || isReferenced(id, key);
  });
}
