import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TRPCClientError } from '@trpc/client';
import type {
  ListedDraft,
  SaveDraftResult,
  StoredCampaignDraft,
} from '#shared/schemas/campaigns/campaign-drafts.ts';
import { namedDraft } from '#client/features/campaigns/testing/named-draft.ts';
import type { DraftChange } from './draft-calls.ts';
import { DraftSync } from './draft-sync.ts';
import { reconcileDrafts } from './reconcile-drafts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server whose answers a test gives. */
function startSync(
  answer?: (change: DraftChange) => Promise<SaveDraftResult>,
  discarded: () => Promise<void> = () => Promise.resolve(),
) {
  const saves: DraftChange[] = [];
  const elsewhere: (StoredCampaignDraft | null)[] = [];
  const versions: string[] = [];
  const refused: unknown[] = [];
  const events: string[] = [];
  const sync = new DraftSync({
    id: 'd1',
    tab: 'tab',
    calls: {
      list: () => Promise.resolve([]),
      get: () => Promise.resolve(null),
      save: (change) => {
        saves.push(change);
        events.push(`save ${change.content.form.name}`);
        return answer?.(change) ?? Promise.resolve({ saved: true, version: `tab.${String(change.edit)}` });
      },
      discard: (id) => {
        events.push(`discard ${id}`);
        return discarded();
      },
    },
    onSaved: (version) => versions.push(version),
    onRefused: (error) => refused.push(error),
    onChangedElsewhere: (draft) => elsewhere.push(draft),
  });
  return { sync, saves, elsewhere, versions, refused, events };
}
const named = ({ content }: DraftChange) => content.form.name;
const minute = () => vi.advanceTimersByTimeAsync(60_000);

test('typing is saved once it pauses, each change after the one before', async () => {
  const { sync, saves, versions } = startSync();
  sync.follow(null);
  for (const name of ['S', 'Sp', 'Spr']) sync.change(namedDraft(name));
  await minute();
  sync.change(namedDraft('Spring'));
  await minute();
  expect(saves.map(({ base, edit, content }) => [base, edit, content.form.name])).toEqual([
    [null, 1, 'Spr'],
    ['tab.1', 2, 'Spring'],
  ]);
  expect(versions).toEqual(['tab.1', 'tab.2']);
  expect(sync.isIdle()).toBe(true);
});

test('a visit is idle once everything is saved and nothing holds it', async () => {
  let answered: (result: SaveDraftResult) => void = () => undefined;
  const { sync } = startSync(() => new Promise((resolve) => (answered = resolve)));
  expect(sync.isIdle()).toBe(true);
  sync.change(namedDraft('Spring'));
  expect(sync.isIdle()).toBe(false);
  await minute();
  expect(sync.isIdle()).toBe(false);
  answered({ saved: true, version: 'tab.1' });
  await minute();
  expect(sync.isIdle()).toBe(true);
  sync.hold();
  expect(sync.isIdle()).toBe(false);
});

test('a new draft is saved at once, and the draft that is resumed under its own id', async () => {
  const { sync, saves } = startSync();
  sync.change(namedDraft('Spring'));
  await minute();
  sync.follow('other.4', 'd2');
  sync.change(namedDraft('Autumn'));
  await minute();
  expect(saves).toMatchObject([
    { id: 'd1', base: null },
    { id: 'd2', base: 'other.4' },
  ]);
});

test('a change during a request is saved after it', async () => {
  let finish: (result: SaveDraftResult) => void = () => undefined;
  const { sync, saves } = startSync(() => new Promise((resolve) => (finish = resolve)));
  sync.follow(null);
  sync.change(namedDraft('One'));
  await minute();
  sync.change(namedDraft('Two'));
  await minute();
  expect(saves.map(named)).toEqual(['One']);
  finish({ saved: true, version: 'tab.1' });
  await minute();
  expect(saves.map(named)).toEqual(['One', 'Two']);
});

test('without a connection it is tried again; a refused draft is not, until it changes', async () => {
  const failures: Error[] = [
    new TypeError('offline'),
    new TRPCClientError('no', { result: { error: { data: { httpStatus: 400 } } } as never }),
  ];
  const { sync, saves, refused } = startSync((change) => {
    const failure = failures.shift();
    if (failure !== undefined) return Promise.reject(failure);
    return Promise.resolve({ saved: true, version: `tab.${String(change.edit)}` });
  });
  sync.follow(null);
  sync.change(namedDraft('Spring'));
  await minute();
  await minute();
  expect(saves).toHaveLength(2);
  expect(refused).toMatchObject([{ message: 'no' }]);
  sync.change(namedDraft('Shorter'));
  await minute();
  expect(saves.map(named)).toEqual(['Spring', 'Spring', 'Shorter']);
});

test('a draft that was changed elsewhere is left alone until the person decides', async () => {
  const other = { version: 'other.1', content: namedDraft('Theirs') };
  let isOther = true;
  const { sync, saves, elsewhere } = startSync(({ edit }) =>
    Promise.resolve(
      isOther ? { saved: false, draft: other } : { saved: true, version: `tab.${String(edit)}` },
    ),
  );
  sync.follow('tab.0');
  sync.change(namedDraft('Mine'));
  await minute();
  sync.change(namedDraft('Mine too'));
  await minute();
  expect(elsewhere).toEqual([other]);
  expect(saves).toHaveLength(1);
  isOther = false;
  sync.follow('other.1');
  await minute();
  expect(saves.at(-1)).toMatchObject({ base: 'other.1', content: { form: { name: 'Mine too' } } });
});

test.each([
  ['is discarded', () => Promise.resolve()],
  ['cannot be discarded', () => Promise.reject(new Error('down'))],
])('what is typed while a draft %s becomes a new draft', async (_, discarded) => {
  const { sync, saves, events, elsewhere } = startSync(undefined, discarded);
  sync.change(namedDraft('One'));
  await minute();
  const ended = sync.discard('d2').catch((error: unknown) => error);
  sync.change(namedDraft('Two'));
  await ended;
  await minute();
  expect(events).toEqual(['save One', 'discard d1', 'save Two']);
  expect(saves.at(-1)).toMatchObject({ id: 'd2', base: null });
  expect(elsewhere).toEqual([]);
});

test.each([
  [
    'is answered',
    (finish: (result: SaveDraftResult) => void) => {
      finish({ saved: true, version: 'tab.1' });
    },
  ],
  [
    'fails',
    (_: unknown, fail: (error: Error) => void) => {
      fail(new TypeError('offline'));
    },
  ],
])('a discarded draft does not come back by a request that is under way and %s', async (_, end) => {
  let finish: (result: SaveDraftResult) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const { sync, events, versions } = startSync(
    () =>
      new Promise((resolve, reject) => {
        finish = resolve;
        fail = reject;
      }),
  );
  sync.change(namedDraft('One'));
  await minute();
  sync.change(namedDraft('Two'));
  const discarded = sync.discard('d2');
  await minute();
  expect(events).toEqual(['save One']);
  end(finish, fail);
  await discarded;
  await minute();
  expect(events).toEqual(['save One', 'discard d1']);
  expect(versions).toEqual([]);
  expect(sync.written).toEqual({ id: 'd2', version: null, tab: 'tab' });
});

test.each(['close', 'leave'] as const)(
  'what is typed while a save is under way is saved at once on %s, whichever comes to the server first',
  async (end) => {
    const answers: ((result: SaveDraftResult) => void)[] = [];
    const { sync, saves, elsewhere } = startSync(() => new Promise((resolve) => answers.push(resolve)));
    sync.change(namedDraft('One'));
    await minute();
    sync.change(namedDraft('Two'));
    sync[end]();
    expect(saves.map(({ edit, content }) => [edit, content.form.name])).toEqual([
      [1, 'One'],
      [2, 'Two'],
    ]);
    answers[1]?.({ saved: true, version: 'tab.2' });
    answers[0]?.({ saved: false, draft: { version: 'tab.2', content: namedDraft('Two') } });
    await minute();
    expect(elsewhere).toEqual([]);
    expect(sync.written.version).toBe('tab.2');
    expect(sync.isIdle()).toBe(true);
  },
);

test('a late save of the visit that was restored is followed', async () => {
  const late = { version: 'earlier.9', content: namedDraft('Spr', 5) };
  const { sync, saves, elsewhere } = startSync(({ base, edit }) =>
    Promise.resolve(
      base === late.version ? { saved: true, version: `tab.${String(edit)}` } : { saved: false, draft: late },
    ),
  );
  sync.follow(null, 'd1', { tab: 'earlier', savedAt: 5 });
  sync.change(namedDraft('Spring', 6));
  await minute();
  expect(saves.map(({ base, content }) => [base, content.form.name])).toEqual([
    [null, 'Spring'],
    ['earlier.9', 'Spring'],
  ]);
  expect(elsewhere).toEqual([]);
  expect(sync.isIdle()).toBe(true);
  // From now on that visit is another one.
  expect(sync.isOutdated({ version: 'earlier.10', content: namedDraft('Old', 4) })).toBe(false);
});

test.each([
  ['an old save of another visit', 'other.1', 'earlier', 1],
  ['an old save, of a draft that came from the server', 'other.1', undefined, 1],
  ['a later save of a visit that goes on in another tab', 'earlier.9', 'earlier', 6],
])('%s is no late one', async (_, version, tab, savedAt) => {
  const other = { version, content: namedDraft('Autumn', savedAt) };
  const { sync, elsewhere } = startSync(() => Promise.resolve({ saved: false, draft: other }));
  sync.follow(null, 'd1', { tab, savedAt: 5 });
  sync.change(namedDraft('Spring', 7));
  await minute();
  expect(elsewhere).toEqual([other]);
});

test('a closed wizard saves what is left once and tries no more', async () => {
  const { sync, saves } = startSync(() => Promise.reject(new TypeError('offline')));
  sync.follow(null);
  sync.change(namedDraft('Spring'));
  sync.close();
  await minute();
  expect(saves).toHaveLength(1);
});

test.each([
  ['nothing anywhere', null, null, null],
  ['only here', { version: null, savedAt: 1 }, null, 'here'],
  ['saved before and erased elsewhere', { version: 'a.1', savedAt: 9 }, null, null],
  ['only on the server', null, { version: 'b.1', savedAt: 1 }, 'server'],
  ['the same, changed here since', { version: 'b.1', savedAt: 1 }, { version: 'b.1', savedAt: 9 }, 'here'],
  ['newer on the server', { version: 'a.1', savedAt: 1 }, { version: 'b.1', savedAt: 2 }, 'server'],
  ['newer here', { version: null, savedAt: 3 }, { version: 'b.1', savedAt: 2 }, 'here'],
] as const)('of drafts %s, the right one is offered', (_, here, server, expected) => {
  const local =
    here === null ? [] : [{ ...namedDraft('here', here.savedAt), id: 'd1', version: here.version }];
  const stored = server === null ? [] : [listed('d1', server.version, server.savedAt)];
  const { latest, forget, ended } = reconcileDrafts({ local, stored, erased: [] });
  const offered = latest === null ? null : 'form' in latest ? 'here' : 'server';
  expect([offered, forget]).toEqual([expected, []]);
  expect(ended).toEqual(here?.version !== null && here !== null && server === null ? ['d1'] : []);
  if (latest !== null && 'form' in latest) expect(latest.version).toBe(server?.version ?? null);
});

function listed(id: string, version: string, savedAt: number): ListedDraft {
  const at = { step: 1, stepId: 'name' } as const;
  return { ...at, id, version, savedAt, name: '', contacts: null, replaces: null };
}

test('of several drafts the one that was changed last is offered', () => {
  const local = [{ ...namedDraft('here', 5), id: 'd1', version: null }];
  const latestOf = (savedAt: number) =>
    reconcileDrafts({ local, stored: [listed('d2', 'b.1', savedAt), listed('d3', 'c.1', 1)], erased: [] })
      .latest;
  expect(latestOf(4)).toMatchObject({ id: 'd1' });
  expect(latestOf(6)).toMatchObject({ id: 'd2', onServer: true });
});

test('a draft that was erased here without a connection is erased on the server', () => {
  const stored = [listed('d1', 'tab.3', 1), listed('d2', 'tab.4', 0)];
  const forgotten = (erased: { id: string; version: string | null; tab: string }) =>
    reconcileDrafts({ local: [], stored, erased: [erased] });
  const expected = { latest: { id: 'd2' }, forget: ['d1'] };
  expect(forgotten({ id: 'd1', version: null, tab: 'tab' })).toMatchObject(expected);
  expect(forgotten({ id: 'd1', version: 'tab.3', tab: 'later' })).toMatchObject(expected);
  expect(forgotten({ id: 'd1', version: 'tab.2', tab: 'later' })).toMatchObject({ forget: [] });
});
