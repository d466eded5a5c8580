import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_REASONS } from '#shared/call-reasons.ts';
import { callQueryFields, type CallQuery } from '#shared/schemas/campaigns/call-query.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import type { ContactDocument } from '../contacts/contact-model.ts';
import { presentContact } from '../contacts/present-contact.ts';
import {
  CALL_FILTERS,
  CALL_QUERIES,
  countersOf,
  expectedCalls,
  listsOver,
  manyCalls,
  partlyOlder,
} from './call-lists-harness.ts';
import { callMatcher } from './call-matcher.ts';
import type { CallLists } from './call-lists.ts';

const RUNNING = 'running';
const FINAL = 'final';
const OLDER = 'older';
const rows: Readonly<Record<string, ContactDocument[]>> = {
  [RUNNING]: manyCalls(RUNNING, 7_000),
  [FINAL]: manyCalls(FINAL, 12_000, ['success', 'success', 'failed']),
  [OLDER]: withTextsOfHark(partlyOlder(manyCalls(OLDER, 3_000, ['success', 'failed', 'failed']))),
  other: manyCalls('other', 50),
};

/** Gives two calls without a key a text of Hark: with it alone, and with a code of the carrier that is not known. */
function withTextsOfHark(calls: ContactDocument[]): ContactDocument[] {
  const codes = ['', '9999'];
  return calls.map((call) => {
    const isOlder = call.status === 'failed' && call.resultKey === undefined;
    const code = isOlder ? codes.pop() : undefined;
    return code === undefined ? call : { ...call, code, reason: CALL_REASONS.suppressed };
  });
}

const counters = (id: string) => countersOf(id, rows[id] ?? []);

let database: TestDatabase;
let lists: CallLists;

beforeAll(async () => {
  database = await testDatabase();
  lists = await listsOver(database.connection, Object.values(rows).flat());
});

afterAll(() => database.stop());

const asked = (query: Partial<Record<keyof CallQuery, unknown>>) => callQueryFields.parse(query);
const list = (id: string, query: CallQuery, page = 1, size = 5) =>
  lists.page(counters(id), { query, page, size });

describe.each([RUNNING, FINAL, OLDER])('the lists of a campaign that is %s', (id) => {
  it.each(CALL_QUERIES.map((query) => [JSON.stringify(query), query] as const))(
    'are the same by page, by cursor and from the end: %s',
    async (_, query) => {
      const all = expectedCalls(rows[id] ?? [], query);
      const first = await list(id, query);
      expect(first.contacts.map(({ number }) => number)).toEqual(all.slice(0, 5));
      expect(first.matching).toEqual(
        all.length > 1_000 && !first.matching.exact
          ? { count: 1_000, exact: false }
          : { count: all.length, exact: true },
      );

      const last = Math.max(1, Math.ceil(all.length / 5));
      for (const page of [2, Math.ceil(last / 3), Math.ceil(last / 2) + 1, last, last + 1]) {
        const { contacts, next } = await list(id, query, page);
        expect([page, contacts.map(({ number }) => number)]).toEqual([
          page,
          all.slice((page - 1) * 5, page * 5),
        ]);
        expect([page, next === null]).toEqual([page, page >= last]);
      }

      if (first.next === null) return;
      const second = await list(id, asked({ ...query, cursor: first.next }), 1, 100);
      expect(second.contacts.map(({ number }) => number)).toEqual(all.slice(5, 105));
    },
  );
});

describe('an export', () => {
  it.each([...CALL_FILTERS, { search: 'zoë lopez' }, { search: '(200) 001-2', status: 'failed' }] as const)(
    'has the calls of the pages of %j',
    async (filter) => {
      const { contacts } = await lists.page(counters(RUNNING), {
        query: asked(filter),
        page: 1,
        size: 10_000,
      });
      const exported = (rows[RUNNING] ?? []).map(presentContact).filter(callMatcher(filter));
      expect(exported.map(({ number }) => number)).toEqual(contacts.map(({ number }) => number));
    },
  );
});

describe('a search', () => {
  const found = async (search: string, more: Partial<CallQuery> = {}, id = FINAL) =>
    lists.page(counters(id), { query: asked({ ...more, search }), page: 1, size: 10_000 });
  const count = (id: string, matches: (row: ContactDocument) => boolean) => rows[id]?.filter(matches).length;

  it.each([
    ['anna', ({ fields }: ContactDocument) => fields.first_name === 'Anna'],
    ['MARY ANN', ({ fields }: ContactDocument) => fields.first_name === 'Mary ann'],
    [
      'mary ann smith',
      ({ fields }: ContactDocument) =>
        fields.first_name === 'Mary ann' && fields.last_name?.startsWith('Smith') === true,
    ],
    [
      '  bo   lee ',
      ({ fields }: ContactDocument) => fields.first_name === 'Bo' && fields.last_name === 'Lee',
    ],
    ['100%', ({ fields }: ContactDocument) => fields.first_name === '100% real'],
    ['.*', ({ fields }: ContactDocument) => fields.last_name === '.*'],
    ['🎉', ({ fields }: ContactDocument) => fields.first_name === '🎉 party'],
    [
      'élise ångström',
      ({ fields }: ContactDocument) => fields.first_name === 'Élise' && fields.last_name === 'Ångström',
    ],
  ])('for the name %s finds everybody whose name begins with it', async (search, matches) => {
    const { contacts, matching } = await found(search);
    const all = rows[FINAL]?.filter(matches).map(({ seq }) => seq) ?? [];
    if (matching.exact) expect(contacts.map(({ number }) => number)).toEqual(all);
    expect(matching.exact).toBe(all.length <= 200);
    expect(matching.count).toBe(contacts.length);
  });

  it.each(['(200) 001-2', '+1 200.001.2', '12000012', '200001 2'])(
    'for %s finds numbers in any format',
    async (search) => {
      const { contacts, matching } = await found(search);
      expect(matching).toEqual({
        count: count(FINAL, ({ phone }) => phone.startsWith('12000012')),
        exact: true,
      });
      expect(contacts.every(({ recommended_phone: phone }) => phone.startsWith('12000012'))).toBe(true);
    },
  );

  it.each(['$ne', '{"$gt":""}', '"', '%', '^A', '(', '\u{10ffff}', '\ud800', "a' OR 1=1"])(
    'takes %j as text',
    async (search) => {
      expect(await found(search)).toMatchObject({ contacts: [], matching: { count: 0, exact: true } });
    },
  );

  it('is sorted and filtered, and goes on by cursor', async () => {
    const search = 'zoë lopez';
    const { contacts } = await found(search, { status: 'failed', sort: 'date', direction: 'desc' }, RUNNING);
    const all = (rows[RUNNING] ?? [])
      .filter(
        ({ status, fields }) =>
          status === 'failed' && fields.first_name === 'Zoë' && fields.last_name === 'Lopez',
      )
      .sort((a, b) => (b.at?.getTime() ?? 0) - (a.at?.getTime() ?? 0) || b.seq - a.seq)
      .map(({ seq }) => seq);
    expect(all.length).toBeGreaterThan(3);
    expect(contacts.map(({ number }) => number)).toEqual(all);

    const query = asked({ search, status: 'failed', sort: 'date', direction: 'desc' });
    const { next } = await list(RUNNING, query, 1, 2);
    const rest = await list(RUNNING, asked({ ...query, cursor: next }), 1, 100);
    expect(rest.contacts.map(({ number }) => number)).toEqual(all.slice(2));
  });

  it('looks at no other campaign', async () => {
    expect((await found('ana', {}, 'other')).contacts.map(({ number }) => number)).toEqual(
      rows['other']?.filter(({ fields }) => fields.first_name === 'Ana').map(({ seq }) => seq),
    );
  });
});

describe('a cursor', () => {
  it('is refused by every other list, campaign and order', async () => {
    const query = asked({ sort: 'name' });
    const { next } = await list(FINAL, query);
    const refused = [
      list(RUNNING, asked({ ...query, cursor: next })),
      list(FINAL, asked({ ...query, cursor: next, direction: 'desc' })),
      list(FINAL, asked({ ...query, cursor: next, status: 'failed' })),
      list(FINAL, asked({ ...query, cursor: next, search: 'a' })),
      list(FINAL, asked({ ...query, cursor: next?.replace(/^\d+/, '999999') })),
    ];
    for (const page of refused)
      await expect(page).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        details: { fields: { cursor: 'This is not a cursor of this list' } },
      });
  });

  it.each(['', '1', '1.', '-1.aaaaaaaaaaaa', '1.AAAAAAAAAAAA', '1.aaaaaaaaaaaa0', '{"$gt":0}'])(
    '%j is none',
    (cursor) => {
      expect(callQueryFields.safeParse({ cursor }).success).toBe(false);
    },
  );
});
