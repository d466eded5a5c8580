/** A range of contact numbers, both ends included. */
export interface SeqRange {
  from: number;
  to: number;
}

/** The contact numbers that a campaign uses. */
export interface ContactNumbering {
  id: string;
  /** How many contacts the campaign has. */
  total: number;
  /** Unused numbers below the last one, ascending. */
  unusedSeqs?: readonly SeqRange[] | undefined;
}

/**
 * Returns the numbers of `limit` contacts after the first `offset`, ascending; fewer or none at the end of the list.
 * Reading a page by number costs the same at any offset, unlike skipping.
 */
export function seqRanges(
  { total, unusedSeqs = [] }: Omit<ContactNumbering, 'id'>,
  offset: number,
  limit: number,
): SeqRange[] {
  const ranges: SeqRange[] = [];
  let from = offset + 1;
  let left = Math.min(limit, total - offset);
  for (const unused of unusedSeqs) {
    if (left <= 0) break;
    if (unused.from <= from) {
      from += unused.to - unused.from + 1;
      continue;
    }
    const to = Math.min(from + left, unused.from) - 1;
    ranges.push({ from, to });
    left -= to - from + 1;
    from = unused.to + 1;
  }
  return left > 0 ? [...ranges, { from, to: from + left - 1 }] : ranges;
}

/** Returns the position of a contact in the list, from 1, by its number. */
export function positionOf(
  number: number,
  { unusedSeqs = [] }: Pick<ContactNumbering, 'unusedSeqs'>,
): number {
  const unused = unusedSeqs.filter(({ to }) => to < number);
  return number - unused.reduce((sum, { from, to }) => sum + to - from + 1, 0);
}
