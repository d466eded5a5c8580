/** A page of a list in the order of an index: by one field, and rows that are equal in it by a second one. */
interface KeysetPage {
  /** The two fields and their directions, in this order. */
  sort: Readonly<Record<string, 1 | -1>>;
  /** The values of the two fields in the row before the page; undefined for the first page. */
  after: readonly [unknown, unknown] | undefined;
  /** Bounds of the first field. */
  bounds?: { $gte?: unknown; $lt?: unknown; $lte?: unknown };
  limit: number;
}

/**
 * Reads up to `limit` rows that follow `after`: those equal in the first field, then what is beyond. These are two index
 * ranges; as one `$or` the database would sort everything that follows.
 */
export async function readKeysetPage<Row>(
  { sort, after, bounds, limit }: KeysetPage,
  read: (where: Record<string, unknown>, limit: number, isTied: boolean) => PromiseLike<Row[]>,
): Promise<Row[]> {
  // To the database, a limit of 0 is none.
  if (limit === 0) return [];
  const [[field, direction], [tie, tieDirection]] = Object.entries(sort) as [
    [string, 1 | -1],
    [string, 1 | -1],
  ];
  if (after === undefined) return read(bounds === undefined ? {} : { [field]: bounds }, limit, false);
  const [value, key] = after;
  const tied = await read({ [field]: value, [tie]: { [beyond(tieDirection)]: key } }, limit, true);
  if (tied.length === limit) return tied;
  const where = { [field]: { ...bounds, [beyond(direction)]: value } };
  return [...tied, ...(await read(where, limit - tied.length, false))];
}

function beyond(direction: 1 | -1): '$gt' | '$lt' {
  return direction === 1 ? '$gt' : '$lt';
}
