import type { QueryFilter } from 'mongoose';
import { callReasonKey } from '#shared/call-reasons.ts';
import { CALL_STATUSES } from '#shared/campaign-lifecycle.ts';
import type { CallQuery } from '#shared/schemas/campaigns/call-query.ts';
import { FINAL_STATES, type ContactDocument } from '../contacts/contact-model.ts';
import { shownStatus } from '../contacts/present-contact.ts';
import type { CallEntry, CallListStore } from './call-list-store.ts';
import type { CallsOf, Matching, PageStart } from './calls-of.ts';
import { searchBranches } from './call-search.ts';
import { scansOf, type LacksKeys } from './call-scans.ts';
import { MAX_SELECTED } from './matching-calls.ts';

/** Of a search without a filter, up to so many calls are read for each way to match: whoever looks for one types on. */
const MAX_FOUND = 200;

interface Selection {
  calls: CallsOf;
  query: CallQuery;
  lacksKeys: LacksKeys;
  /** Whether so few calls match the filter that all of them are read. */
  isSmall: boolean;
}

/** The numbers of the contacts on a page, how many calls match, and the last number unless the list ends there. */
interface SelectedPage {
  seqs: number[];
  matching: Matching;
  next: number | null;
}

/**
 * Returns a page of calls that are few, or that a search selects: read with a bound, then filtered and sorted in memory.
 * Of a search that more calls match, each way to match it returns the first `MAX_FOUND`, or `MAX_SELECTED` with a filter.
 */
export async function readSelected(
  store: CallListStore,
  selection: Selection,
  { offset, after, size }: PageStart,
): Promise<SelectedPage> {
  const { query } = selection;
  const { entries, exact } = await (isFiltered(query) && selection.isSmall
    ? readFiltered(store, selection)
    : readFound(store, selection));
  const compare = comparatorOf(query);
  const sorted = entries.sort(compare);
  const from = after === undefined ? offset : sorted.filter((entry) => compare(entry, after) <= 0).length;
  const seqs = sorted.slice(from, from + size).map(({ seq }) => seq);
  const next = sorted.length > from + size ? (seqs.at(-1) ?? null) : null;
  return { seqs, matching: { count: sorted.length, exact }, next };
}

interface Selected {
  entries: CallEntry[];
  exact: boolean;
}

async function readFiltered(store: CallListStore, { calls, query, lacksKeys }: Selection): Promise<Selected> {
  const scans = scansOf(calls.id, { ...query, sort: 'date' }, lacksKeys);
  const found = await Promise.all(scans.map(({ equal, index }) => store.entries(equal, index, MAX_SELECTED)));
  const { search = '' } = query;
  const branches = search === '' ? [] : searchBranches(search);
  const matches = (entry: CallEntry) => search === '' || branches.some((branch) => branch.matches(entry));
  return { entries: found.flat().filter(matches), exact: true };
}

async function readFound(store: CallListStore, { calls, query }: Selection): Promise<Selected> {
  const { status, reason, search = '', sort } = query;
  const numbersSuffice = sort === 'list' && !isFiltered(query);
  const limit = isFiltered(query) ? MAX_SELECTED : MAX_FOUND;
  const found = await Promise.all(
    searchBranches(search).map(({ index, where }) => {
      const all: QueryFilter<ContactDocument> = { campaignId: calls.id, ...where };
      return store.entries(all, index, limit + 1, numbersSuffice);
    }),
  );
  const distinct = [...new Map(found.flat().map((entry) => [entry.seq, entry])).values()];
  const entries = distinct.filter(
    (entry) =>
      (status === undefined || shownStatus(entry.status) === status) &&
      (reason === undefined || (entry.status === 'failed' && callReasonKey(entry) === reason)),
  );
  return { entries, exact: found.every(({ length }) => length <= limit) };
}

function isFiltered({ status, reason }: CallQuery): boolean {
  return status !== undefined || reason !== undefined;
}

type Compare = (a: CallEntry, b: CallEntry) => number;

/** Orders calls as the indexes do; calls that are not final have no date and come last by date. */
function comparatorOf({ sort, direction }: Pick<CallQuery, 'sort' | 'direction'>): Compare {
  const sign = direction === 'asc' ? 1 : -1;
  const bySeq: Compare = (a, b) => a.seq - b.seq;
  if (sort === 'date')
    return (a, b) => {
      const [first, second] = [finalAt(a), finalAt(b)];
      if (first === undefined || second === undefined)
        return Number(first === undefined) - Number(second === undefined) || bySeq(a, b);
      return sign * (first - second || bySeq(a, b));
    };
  const keys: Readonly<Record<Exclude<CallQuery['sort'], 'date'>, (call: CallEntry) => (string | number)[]>> =
    {
      list: () => [],
      status: ({ status }) => [CALL_STATUSES.indexOf(shownStatus(status))],
      number: ({ phone }) => [phone],
      name: ({ fields }) => [fields.first_name ?? '', fields.last_name ?? ''],
    };
  return (a, b) => sign * (compareKeys(keys[sort](a), keys[sort](b)) || bySeq(a, b));
}

function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? '';
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}

function finalAt({ status, at }: CallEntry): number | undefined {
  return FINAL_STATES.some((state) => state === status) ? at?.getTime() : undefined;
}
