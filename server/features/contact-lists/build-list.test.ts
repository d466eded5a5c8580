import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildSlices } from './build-list.ts';
import type { ListBuild, ListEdit, SavedList } from './contact-list-model.ts';
import type { StoredContact } from './list-contact-store.ts';

type Deps = Parameters<typeof buildSlices>[0];

const NOW = new Date('2026-11-20T09:30:00Z');
const LEASE_MS = 30_000;

const contact = (number: number, name: string, custom?: Record<string, string>): StoredContact => ({
  phone: String(12_020_000_000 + number),
  name,
  fields: { first_name: name, ...(custom && { custom }) },
});

interface Given {
  operation?: ListBuild['operation'];
  left?: StoredContact[];
  right?: StoredContact[];
  ownColumns?: string[];
  /** What the source lists are like; absent for one that is gone. */
  sources?: Partial<Record<'left' | 'right', Partial<SavedList> | undefined>>;
}

/** Lists in memory: `built` is made from `left` and `right`. Returns what its build stores and does, and what sets something to happen when its sources are read. */
function building({ operation = 'union', left = [], right = [], ownColumns = [], sources = {} }: Given) {
  const steps: unknown[][] = [];
  let onRead: (() => void) | undefined;
  const contacts: Record<string, StoredContact[]> = { left, right, built: [] };
  const source = { status: 'ready' as const, readers: [], version: 1 };
  const lists = new Map<string, Partial<SavedList> | undefined>([
    ['left', { _id: 'left', ...source, ...sources.left }],
    ['right', { _id: 'right', ...source, ...sources.right }],
    [
      'built',
      {
        _id: 'built',
        status: 'building',
        size: 0,
        ownColumns,
        readers: [],
        build: { operation, left: 'left', right: 'right', after: '' },
      },
    ],
  ]);
  for (const [id, own] of Object.entries(sources)) if (own === undefined) lists.delete(id);
  const change = (id: string, of: Partial<SavedList>) => lists.set(id, { ...lists.get(id), ...of });
  const deps = {
    lists: {
      find: (id: string) => Promise.resolve(lists.get(id)),
      hold(id: string, reader: string) {
        const list = lists.get(id);
        if (list?.status !== 'ready' || list.edit !== undefined || list.readers?.includes(reader))
          return Promise.resolve(false);
        change(id, { readers: [...(list.readers ?? []), reader] });
        return Promise.resolve(true);
      },
      markHeld(id: string) {
        steps.push(['held', lists.get('left')?.readers, lists.get('right')?.readers]);
        change(id, { build: { ...(lists.get(id)?.build as ListBuild), held: true } });
        return Promise.resolve(true);
      },
      advance({ _id }: SavedList, progress: { stored: number; after: string; done?: true }, dueAt: Date) {
        const { stored, ...place } = progress;
        steps.push(['advanced', stored, place.done === true, dueAt.getTime() - NOW.getTime()]);
        const { size = 0, build } = lists.get(_id) ?? {};
        change(_id, { size: size + stored, build: { ...(build as ListBuild), ...place } });
        return Promise.resolve(true);
      },
      release: () => Promise.resolve(steps.push(['released'])),
      finishBuild(id: string, at: Date) {
        steps.push(['finished', at]);
        change(id, { status: 'ready', build: undefined });
        return Promise.resolve(true);
      },
      finishEdit({ _id }: SavedList, edit: ListEdit) {
        steps.push(['edit completed', _id, edit.id]);
        change(_id, { edit: undefined });
        return Promise.resolve(true);
      },
      markDeleting: (id: string) => Promise.resolve(steps.push(['discarded', id]) > 0 && lists.delete(id)),
    },
    contacts: {
      after(id: string, phone: string, limit: number) {
        onRead?.();
        return Promise.resolve((contacts[id] ?? []).filter((one) => one.phone > phone).slice(0, limit));
      },
      among: (id: string, phones: readonly string[]) =>
        Promise.resolve(
          new Set((contacts[id] ?? []).map(({ phone }) => phone).filter((phone) => phones.includes(phone))),
        ),
      insert: (id: string, some: readonly StoredContact[]) => Promise.resolve(contacts[id]?.push(...some)),
      remove: () => Promise.resolve(),
      erase: () => Promise.resolve(0),
    },
    clock: { now: () => NOW },
    leaseMs: LEASE_MS,
  } as unknown as Deps;
  const build = (mayContinue: () => boolean = () => true) => buildSlices(deps, 'built', mayContinue);
  const built = () => contacts['built'] ?? [];
  return { build, steps, lists, change, built, onRead: (then: () => void) => (onRead = then) };
}

const numbered = (numbers: Iterable<number>, name: string) =>
  [...new Set(numbers)].sort((a, b) => a - b).map((number) => contact(number, name));
/** Some numbers of those up to 4,000: several slices. */
const some = fc
  .tuple(fc.nat(3_000), fc.integer({ min: 1, max: 3 }), fc.nat(2_200))
  .map(([from, step, count]) => Array.from({ length: count }, (_, at) => from + at * step));

test.each(['union', 'subtract', 'intersect'] as const)(
  'a list by %s has each contact once, from the first list where both have it, however long they are',
  async (operation) => {
    await fc.assert(
      fc.asyncProperty(some, some, async (first, second) => {
        const [left, right] = [numbered(first, 'left'), numbered(second, 'right')];
        const { build, built, lists } = building({ operation, left, right });
        expect(await build()).toBe(true);
        const isRight = new Set(right.map(({ phone }) => phone));
        const isLeft = new Set(left.map(({ phone }) => phone));
        const expected = {
          union: [...left, ...right.filter(({ phone }) => !isLeft.has(phone))],
          subtract: left.filter(({ phone }) => !isRight.has(phone)),
          intersect: left.filter(({ phone }) => isRight.has(phone)),
        };
        const wanted = expected[operation].toSorted((a, b) => (a.phone < b.phone ? -1 : 1));
        expect(built().toSorted((a, b) => (a.phone < b.phone ? -1 : 1))).toEqual(wanted);
        expect(lists.get('built')).toMatchObject({ status: 'ready', size: wanted.length });
      }),
      { numRuns: 15 },
    );
  },
);

test('both lists are held before the first slice, and let go before the list is usable', async () => {
  const { build, steps } = building({ left: numbered([1, 2], 'left'), right: numbered([3], 'right') });
  expect(await build()).toBe(true);
  expect(steps).toEqual([
    ['held', ['built'], ['built']],
    ['advanced', 3, true, LEASE_MS],
    ['released'],
    ['finished', NOW],
  ]);
});

test('a build that must stop says that some is left, and goes on where it stopped', async () => {
  const left = numbered(
    Array.from({ length: 2_500 }, (_, at) => at),
    'left',
  );
  const { build, steps, built } = building({ left, operation: 'subtract' });
  for (let times = 0; times < 4; times += 1) expect(await build(() => false)).toBe(false);
  expect(steps.filter(([name]) => name === 'advanced').map(([, ...of]) => of.slice(0, 2))).toEqual([
    [1_000, false],
    [1_000, false],
    [500, true],
  ]);
  expect(await build(() => false)).toBe(true);
  expect(built()).toHaveLength(2_500);
  expect(await build()).toBe(true);
});

test.each<[string, NonNullable<Given['sources']>, boolean]>([
  ['is gone', { right: undefined }, false],
  ['is being deleted', { left: { status: 'deleting' } }, false],
  ['is held for it already', { left: { readers: ['built'] } }, true],
  ['is held for another', { right: { readers: ['other'] } }, true],
])('where a source list %s, the list is made: %o', async (_, sources, isMade) => {
  const { build, lists, steps } = building({ left: numbered([1], 'left'), sources });
  expect(await build()).toBe(true);
  expect(lists.get('built')?.status).toBe(isMade ? 'ready' : undefined);
  expect(steps.some(([name]) => name === 'discarded')).toBe(!isMade);
});

test('a change of a source list that has begun is completed before it is held', async () => {
  const edit = { id: 'e', remove: [], growth: 0 };
  const { build, lists, steps } = building({ sources: { right: { edit } } });
  await build();
  expect(steps.slice(0, 2)).toEqual([
    ['edit completed', 'right', 'e'],
    ['held', ['built'], ['built']],
  ]);
  expect(lists.get('built')?.status).toBe('ready');
});

test.each<[string, Partial<ListBuild>]>([
  ['stored', { after: '12020000001' }],
  ['ended', { done: true }],
])('a slice that another worker has %s since it was read is not stored again', async (_, progress) => {
  const { build, steps, built, onRead, change, lists } = building({ left: numbered([1, 2], 'left') });
  await build(() => false);
  onRead(() => {
    change('built', { build: { ...(lists.get('built')?.build as ListBuild), ...progress } });
  });
  await build(() => false);
  expect(built()).toEqual([]);
  expect(steps).toEqual([['held', ['built'], ['built']]]);
});

test('own columns that the list does not have are left out of its contacts', async () => {
  const left = [contact(1, 'Ana', { pet: 'Rex', shoe: '42' }), contact(2, 'Bo', { shoe: '40' })];
  const { build, built } = building({ left, ownColumns: ['pet'] });
  await build();
  expect(built()).toEqual([contact(1, 'Ana', { pet: 'Rex' }), contact(2, 'Bo')]);
});
