/** A page of a list, and the cursor of the next page; null on the last. */
export interface ListPage<Row, Cursor> {
  rows: Row[];
  next: Cursor | null;
}

/** Reads a page of at most `limit` rows; it reads one more row to find out whether another page follows. */
export async function readPage<Row, Cursor>(
  limit: number,
  read: (limit: number) => Promise<readonly Row[]>,
  cursorOf: (last: Row) => Cursor,
): Promise<ListPage<Row, Cursor>> {
  const found = await read(limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last !== undefined ? cursorOf(last) : null };
}
