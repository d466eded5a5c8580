import type { CallQuery } from '#shared/schemas/campaigns/call-query.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { ContactDocument } from '../contacts/contact-model.ts';
import type { CallListStore } from './call-list-store.ts';
import type { CallsOf, Matching, PageStart } from './calls-of.ts';
import { scansOf, type LacksKeys, type Scan } from './call-scans.ts';
import { valuesOf } from './keyset.ts';
import { ROWS_PER_ANCHOR, type PageAnchors, type Place } from './page-anchors.ts';

/** While calls are made, places of pages are used again for so long: a page may be off by what was reported since. */
const ANCHORS_FOR_MS = 30_000;

interface Step {
  scan: Scan;
  ascending: boolean;
}

interface OrderedDeps {
  store: CallListStore;
  anchors: PageAnchors;
  clock: Clock;
}

interface OrderedList {
  calls: CallsOf;
  query: CallQuery;
  lacksKeys: LacksKeys;
  /** The numbers of the delivered calls if they are few. */
  rare?: readonly number[] | undefined;
  /** The name of the list. */
  list: string;
}

/** Calls in the order of one index, or of several one after the other. */
export class OrderedCalls {
  readonly #deps: OrderedDeps;
  readonly #list: OrderedList;
  readonly #steps: readonly Step[];

  constructor(deps: OrderedDeps, list: OrderedList) {
    this.#deps = deps;
    this.#list = list;
    this.#steps = stepsOf(list);
  }

  /** Returns the rows of a page, and the number of the last one unless the list ends there. */
  async page({
    offset,
    after,
    size,
    matching,
  }: PageStart & { matching: Matching }): Promise<{ rows: ContactDocument[]; next: number | null }> {
    const { count, exact } = matching;
    // The nearer end of the list, once it is known and does not move.
    if (after === undefined && exact && this.#list.calls.progress === 'all' && offset > count / 2)
      return this.#pageFromEnd(count - offset, size);
    const steps = this.#steps;
    const place = after === undefined ? await this.#placeAt(steps, offset) : placeAfter(steps, after);
    const found = place === undefined ? [] : await this.#read(steps, place, size + 1);
    const rows = found.slice(0, size);
    return { rows, next: found.length > size ? (rows.at(-1)?.seq ?? null) : null };
  }

  /** Returns a page whose first row is number `left` from the end. */
  async #pageFromEnd(left: number, size: number): Promise<{ rows: ContactDocument[]; next: number | null }> {
    if (left <= 0) return { rows: [], next: null };
    const reversed = this.#steps.toReversed().map(({ scan, ascending }) => ({ scan, ascending: !ascending }));
    const behind = Math.max(0, left - size);
    const place = await this.#placeAt(reversed, behind, 'from the end');
    const rows = place === undefined ? [] : await this.#read(reversed, place, left - behind);
    rows.reverse();
    return { rows, next: behind > 0 ? (rows.at(-1)?.seq ?? null) : null };
  }

  /** Returns where row `offset` begins, from the anchor before it; `undefined` behind the end of the list. */
  async #placeAt(steps: readonly Step[], offset: number, end = ''): Promise<Place | undefined> {
    const { places } = this.#anchors(end);
    const wanted = Math.floor(offset / ROWS_PER_ANCHOR);
    for (let known = places.length; known <= wanted; known = places.length) {
      const next = await this.#walk(steps, places[known - 1] ?? BEGIN, ROWS_PER_ANCHOR);
      if (next === undefined) return undefined;
      // Another request may have found it meanwhile.
      if (places.length === known) places.push(next);
    }
    return this.#walk(steps, places[wanted] ?? BEGIN, offset % ROWS_PER_ANCHOR);
  }

  #anchors(end: string) {
    const { list, calls } = this.#list;
    const now = this.#deps.clock.now().getTime();
    const isFinal = calls.progress === 'all';
    const name = [list, end, isFinal ? calls.revision : ''].join(' ');
    return this.#deps.anchors.of(
      { owner: calls.userId, list: name },
      now,
      isFinal ? 0 : now - ANCHORS_FOR_MS,
    );
  }

  async #walk(steps: readonly Step[], from: Place, count: number): Promise<Place | undefined> {
    let { scan, after } = from;
    let left = count;
    while (left > 0) {
      const step = steps[scan];
      if (step === undefined) return undefined;
      const leap = await this.#deps.store.leap({ ...step, after }, left);
      if ('after' in leap) return { scan, after: leap.after };
      left -= leap.passed;
      scan += 1;
      after = undefined;
    }
    return { scan, after };
  }

  async #read(steps: readonly Step[], { scan, after }: Place, limit: number): Promise<ContactDocument[]> {
    const rows: ContactDocument[] = [];
    for (const [index, step] of steps.slice(scan).entries()) {
      if (rows.length === limit) break;
      const part = { ...step, after: index === 0 ? after : undefined };
      rows.push(...(await this.#deps.store.read(part, limit - rows.length)));
    }
    return rows;
  }
}

const BEGIN: Place = { scan: 0, after: undefined };

function placeAfter(steps: readonly Step[], call: ContactDocument): Place {
  // A call that has left the list since continues it from where it would be.
  const scan = Math.max(
    0,
    steps.findIndex((step) => step.scan.holds(call)),
  );
  return { scan, after: valuesOf(call, steps[scan]?.scan.keys ?? []) };
}

/** Calls without a date come last in both directions. */
function stepsOf({ calls, query, lacksKeys, rare }: OrderedList): Step[] {
  const scans = scansOf(calls.id, query, lacksKeys, rare);
  const ascending = query.direction === 'asc';
  if (query.sort === 'date')
    return scans.map((scan) => ({ scan, ascending: ascending || !scan.keys.includes('at') }));
  return (ascending ? scans : scans.toReversed()).map((scan) => ({ scan, ascending }));
}
