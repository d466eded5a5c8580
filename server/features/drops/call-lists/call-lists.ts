import { createHash } from 'node:crypto';
import { callCursorText, type CallQuery } from '#shared/schemas/campaigns/call-query.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { invalidParameter } from '#server/platform/lib/errors.ts';
import type { ContactDocument } from '../contacts/contact-model.ts';
import type { ContactStore } from '../contacts/contact-store.ts';
import { presentContact, type ListedContact } from '../contacts/present-contact.ts';
import type { CallListStore } from './call-list-store.ts';
import type { CallsOf, Matching } from './calls-of.ts';
import { OrderedCalls } from './ordered-calls.ts';
import { PageAnchors } from './page-anchors.ts';
import { readSelected } from './selected-calls.ts';
import { countMatching, MAX_SELECTED, rareSuccesses, lacksKeysFor } from './matching-calls.ts';

export interface CallPageRequest {
  query: CallQuery;
  /** From 1. */
  page: number;
  size: number;
}

/** A page of calls, how many calls there are on all pages, and the cursor of the next page; null on the last. */
export interface CallPage {
  contacts: ListedContact[];
  matching: Matching;
  next: string | null;
}

/** Where the calls of a page are read from. */
export interface ListDeps {
  store: CallListStore;
  contacts: Pick<ContactStore, 'page'>;
  clock: Clock;
}

export type CallLists = ReturnType<typeof createCallLists>;

/** Returns the pages of calls. What each kind of page costs is in ../decisions/0014-pages-of-calls.md. */
export function createCallLists({ store, contacts, clock }: ListDeps) {
  const anchors = new PageAnchors();

  async function page(calls: CallsOf, request: CallPageRequest): Promise<CallPage> {
    const { query, size } = request;
    const start = { offset: (request.page - 1) * size, after: await cursorCall(calls, query) };
    if (start.after === undefined && isWholeList(query))
      return pageByNumber(calls, query, start.offset, size);
    const lacksKeys = await lacksKeysFor(store, calls.id, query);
    const matching = await countMatching(store, calls, query, lacksKeys);
    const isSmall = matching.exact && matching.count <= MAX_SELECTED;
    // Only failed calls have indexes of their own.
    const isAmongOthers =
      query.reason === undefined && query.status !== undefined && query.status !== 'failed';
    if ((query.search ?? '') !== '' || (isAmongOthers && isSmall)) {
      const selected = await readSelected(store, { calls, query, lacksKeys, isSmall }, { ...start, size });
      const next = cursorOf(calls, query, selected.next);
      return { contacts: await inOrder(calls.id, selected.seqs), matching: selected.matching, next };
    }
    const rare = await rareSuccesses(store, calls.id, query, lacksKeys);
    const ordered = new OrderedCalls(
      { store, anchors, clock },
      { calls, query, lacksKeys, list: nameOf(calls, query), rare },
    );
    const found = await ordered.page({ ...start, size, matching });
    return { contacts: found.rows.map(presentContact), matching, next: cursorOf(calls, query, found.next) };
  }

  /** The order of the contact list: a page is computed from the contact numbers. */
  async function pageByNumber(
    calls: CallsOf,
    query: CallQuery,
    offset: number,
    size: number,
  ): Promise<CallPage> {
    const left = Math.max(0, calls.total - offset);
    const first = query.direction === 'asc' ? offset : Math.max(0, left - size);
    const found = await contacts.page(calls, first, Math.min(size, left));
    const rows = query.direction === 'asc' ? found : found.reverse();
    const last = left > size ? (rows.at(-1)?.number ?? null) : null;
    const matching = { count: calls.total, exact: true };
    return { contacts: rows, matching, next: cursorOf(calls, query, last) };
  }

  /** Returns the call that the cursor of a query names. Throws `AppError` INVALID_INPUT for a cursor of another list. */
  async function cursorCall(calls: CallsOf, query: CallQuery): Promise<ContactDocument | undefined> {
    if (query.cursor === undefined) return undefined;
    const { number, list } = query.cursor;
    const [call] = list === nameOf(calls, query) ? await store.bySeq(calls.id, [number]) : [];
    if (call !== undefined) return call;
    const text = 'This is not a cursor of this list';
    throw invalidParameter('cursor', text);
  }

  async function inOrder(campaignId: string, seqs: readonly number[]): Promise<ListedContact[]> {
    const rows = new Map((await store.bySeq(campaignId, seqs)).map((row) => [row.seq, row]));
    return seqs.flatMap((seq) => rows.get(seq) ?? []).map(presentContact);
  }

  return {
    page,
    /** Returns one contact with its call; `undefined` if there is none. */
    async call(campaignId: string, number: number): Promise<ContactDocument | undefined> {
      return (await store.bySeq(campaignId, [number]))[0];
    },
  };
}

function cursorOf(calls: CallsOf, query: CallQuery, last: number | null): string | null {
  return last === null ? null : callCursorText({ number: last, list: nameOf(calls, query) });
}

/** Returns a name of a list that its cursors carry, so that they are refused by any other list. */
function nameOf({ id }: CallsOf, { status, reason, search, sort, direction }: CallQuery): string {
  const list = JSON.stringify([id, status, reason, search ?? '', sort, direction]);
  return createHash('sha256').update(list).digest('hex').slice(0, 12);
}

function isWholeList({ status, reason, search = '', sort }: CallQuery): boolean {
  return status === undefined && reason === undefined && search === '' && sort === 'list';
}
