import type { KeyValues } from './keyset.ts';

/** A place in an ordered list of calls: a scan of it, and the call of that scan it comes after. */
export interface Place {
  scan: number;
  after: KeyValues | undefined;
}

/** Known places of a list: the start of row 0, `EVERY`, 2 × `EVERY` … */
export interface Anchors {
  places: Place[];
  /** When the first of them was found, in milliseconds. */
  since: number;
}

/** Rows from one anchor to the next: a page is found by reading at most so many keys of an index. */
export const ROWS_PER_ANCHOR = 1_000;
/** Lists whose anchors are kept, of all accounts together: at 1,000,000 calls each, about 20 MB. */
const MAX_LISTS = 200;

/**
 * The anchors of the lists that were paged lately, in the memory of this process. Where there are too many, the account with
 * the most lists loses the one that it used longest ago: nobody can evict the lists of an account that has fewer.
 */
export class PageAnchors {
  /** By account, both in the order of their last use. */
  readonly #lists = new Map<string, Map<string, Anchors>>();
  #size = 0;

  /** Returns the anchors of a list, which the caller extends; new ones where the known ones began before `since`. */
  of({ owner, list }: { owner: string; list: string }, now: number, since: number): Anchors {
    const lists = this.#lists.get(owner) ?? new Map<string, Anchors>();
    this.#lists.delete(owner);
    this.#lists.set(owner, lists);
    const stored = lists.get(list);
    if (lists.delete(list)) this.#size -= 1;
    const anchors =
      stored !== undefined && stored.since >= since
        ? stored
        : { places: [{ scan: 0, after: undefined }], since: now };
    lists.set(list, anchors);
    this.#size += 1;
    if (this.#size > MAX_LISTS) this.#evict();
    return anchors;
  }

  #evict(): void {
    const most = Math.max(...[...this.#lists.values()].map(({ size }) => size));
    for (const [owner, lists] of this.#lists) {
      if (lists.size < most) continue;
      for (const oldest of lists.keys()) {
        lists.delete(oldest);
        break;
      }
      this.#size -= 1;
      if (lists.size === 0) this.#lists.delete(owner);
      return;
    }
  }
}
