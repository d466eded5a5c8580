import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TRPCClientError } from '@trpc/client';
import { AS_WRITTEN } from '#shared/contacts/columns/column-mapping.ts';
import type {
  CampaignDraft,
  SaveDraftResult,
  StoredCampaignDraft,
} from '#shared/schemas/campaigns/campaign-drafts.ts';
import { emptyForm } from '#client/features/campaigns/wizard/wizard-form.ts';
import type { DraftChange } from './draft-calls.ts';
import { DraftSync } from './draft-sync.ts';
import { reconcileDrafts } from './reconcile-drafts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const draftNamed = (name: string, savedAt = 1): CampaignDraft => ({
  step: 1,
  stepId: 'name',
  file: null,
  list: null,
  contacts: null,
  replaces: null,
  reading: AS_WRITTEN,
  publishKey: null,
  savedAt,
  form: { ...emptyForm(), name },
});

/** A server whose answers a test gives. */
function startSync(
  answer?: (change: DraftChange) => Promise<SaveDraftResult>,
  discarded: () => Promise<void> = () => Promise.resolve(),
) {
  const saves: DraftChange[] = [];
  const elsewhere: (StoredCampaignDraft | null)[] = [];
  const versions: string[] = [];
  const events: string[] = [];
  const sync = new DraftSync({
    tab: 'tab',
    calls: {
      get: () => Promise.resolve(null),
      save: (change) => {
        saves.push(change);
        events.push(`save ${change.content.form.name}`);
        return answer?.(change) ?? Promise.resolve({ saved: true, version: `tab.${String(change.edit)}` });
      },
      discard: () => {
        events.push('discard');
        return discarded();
      },
    },
    onSaved: (version) => versions.push(version),
    onChangedElsewhere: (draft) => elsewhere.push(draft),
  });
  return { sync, saves, elsewhere, versions, events };
}
const named = ({ content }: DraftChange) => content.form.name;
const minute = () => vi.advanceTimersByTimeAsync(60_000);

test('typing is saved once it pauses, each change after the one before', async () => {
  const { sync, saves, versions } = startSync();
  sync.follow(null);
  for (const name of ['S', 'Sp', 'Spr']) sync.change(draftNamed(name));
  await minute();
  sync.change(draftNamed('Spring'));
  await minute();
  expect(saves.map(({ base, edit, content }) => [base, edit, content.form.name])).toEqual([
    [null, 1, 'Spr'],
    ['tab.1', 2, 'Spring'],
  ]);
  expect(versions).toEqual(['tab.1', 'tab.2']);
  expect(sync.isIdle()).toBe(true);
});

test('a visit is idle once its draft is known, everything is saved and nothing holds it', async () => {
  let answered: (result: SaveDraftResult) => void = () => undefined;
  const { sync } = startSync(() => new Promise((resolve) => (answered = resolve)));
  expect(sync.isIdle()).toBe(false);
  sync.follow(null);
  expect(sync.isIdle()).toBe(true);
  sync.change(draftNamed('Spring'));
  expect(sync.isIdle()).toBe(false);
  await minute();
  expect(sync.isIdle()).toBe(false);
  answered({ saved: true, version: 'tab.1' });
  await minute();
  expect(sync.isIdle()).toBe(true);
  sync.hold();
  expect(sync.isIdle()).toBe(false);
});

test('nothing is saved before the draft of the server is known', async () => {
  const { sync, saves } = startSync();
  sync.change(draftNamed('Spring'));
  await minute();
  expect(saves).toEqual([]);
  sync.follow('other.4');
  await minute();
  expect(saves).toMatchObject([{ base: 'other.4' }]);
});

test('a change during a request is saved after it', async () => {
  let finish: (result: SaveDraftResult) => void = () => undefined;
  const { sync, saves } = startSync(() => new Promise((resolve) => (finish = resolve)));
  sync.follow(null);
  sync.change(draftNamed('One'));
  await minute();
  sync.change(draftNamed('Two'));
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
  const { sync, saves } = startSync((change) => {
    const failure = failures.shift();
    if (failure !== undefined) return Promise.reject(failure);
    return Promise.resolve({ saved: true, version: `tab.${String(change.edit)}` });
  });
  sync.follow(null);
  sync.change(draftNamed('Spring'));
  await minute();
  await minute();
  expect(saves).toHaveLength(2);
  sync.change(draftNamed('Shorter'));
  await minute();
  expect(saves.map(named)).toEqual(['Spring', 'Spring', 'Shorter']);
});

test('a draft that was changed elsewhere is left alone until the person decides', async () => {
  const other = { version: 'other.1', content: draftNamed('Theirs') };
  let isOther = true;
  const { sync, saves, elsewhere } = startSync(({ edit }) =>
    Promise.resolve(
      isOther ? { saved: false, draft: other } : { saved: true, version: `tab.${String(edit)}` },
    ),
  );
  sync.follow('tab.0');
  sync.change(draftNamed('Mine'));
  await minute();
  sync.change(draftNamed('Mine too'));
  await minute();
  expect(elsewhere).toEqual([other]);
  expect(saves).toHaveLength(1);
  isOther = false;
  sync.follow('other.1');
  await minute();
  expect(saves.at(-1)).toMatchObject({ base: 'other.1', content: { form: { name: 'Mine too' } } });
});

test('what is typed while a draft is discarded becomes a new draft', async () => {
  let erased: () => void = () => undefined;
  const { sync, saves, events, elsewhere } = startSync(
    undefined,
    () =>
      new Promise((resolve) => {
        erased = resolve;
      }),
  );
  sync.follow(null);
  sync.change(draftNamed('One'));
  await minute();
  const discarded = sync.discard();
  await vi.advanceTimersByTimeAsync(0);
  sync.change(draftNamed('Two'));
  await minute();
  erased();
  await discarded;
  await minute();
  expect(events).toEqual(['save One', 'discard', 'save Two']);
  expect(saves.at(-1)?.base).toBe(null);
  expect(elsewhere).toEqual([]);
});

test('what is typed while a draft cannot be discarded is saved after it', async () => {
  let refuse: () => void = () => undefined;
  const { sync, saves } = startSync(
    undefined,
    () =>
      new Promise((_resolve, reject) => {
        refuse = () => {
          reject(new Error('down'));
        };
      }),
  );
  sync.follow(null);
  sync.change(draftNamed('One'));
  await minute();
  const discarded = expect(sync.discard()).rejects.toThrow('down');
  await vi.advanceTimersByTimeAsync(0);
  sync.change(draftNamed('Two'));
  await minute();
  refuse();
  await discarded;
  await minute();
  expect(saves.map(({ base, content }) => [base, content.form.name])).toEqual([
    [null, 'One'],
    ['tab.1', 'Two'],
  ]);
});

test('a discarded draft does not come back by a request that is under way', async () => {
  let finish: (result: SaveDraftResult) => void = () => undefined;
  const { sync, events } = startSync(() => new Promise((resolve) => (finish = resolve)));
  sync.follow(null);
  sync.change(draftNamed('One'));
  await minute();
  sync.change(draftNamed('Two'));
  const discarded = sync.discard();
  await minute();
  expect(events).toEqual(['save One']);
  finish({ saved: true, version: 'tab.1' });
  await discarded;
  await minute();
  expect(events).toEqual(['save One', 'discard']);
  expect(sync.written).toEqual({ version: null, tab: 'tab' });
});

test('a closed wizard saves what is left once and tries no more', async () => {
  const { sync, saves } = startSync(() => Promise.reject(new TypeError('offline')));
  sync.follow(null);
  sync.change(draftNamed('Spring'));
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
  const local = here === null ? null : { ...draftNamed('here', here.savedAt), version: here.version };
  const stored =
    server === null ? null : { version: server.version, content: draftNamed('server', server.savedAt) };
  const { draft, forget } = reconcileDrafts({ local, stored, erased: null });
  expect([draft?.form.name ?? null, forget]).toEqual([expected, false]);
});

test('a draft that was erased here without a connection is erased on the server', () => {
  const stored = { version: 'tab.3', content: draftNamed('server') };
  const reconciled = (erased: { version: string | null; tab: string }) =>
    reconcileDrafts({ local: null, stored, erased });
  expect(reconciled({ version: null, tab: 'tab' })).toEqual({ draft: null, forget: true });
  expect(reconciled({ version: 'tab.3', tab: 'later' })).toEqual({ draft: null, forget: true });
  expect(reconciled({ version: 'tab.2', tab: 'later' })).toMatchObject({ forget: false });
});
