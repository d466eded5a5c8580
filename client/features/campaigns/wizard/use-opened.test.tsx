// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { createQueryClient } from '#client/app/trpc.ts';
import { noResponse, refusal } from '#client/testing/fake-server.ts';
import { renderHook } from '#client/testing/hook.tsx';
import { renderScreen } from '#client/testing/screen.tsx';
import { openAddress, text } from '#client/testing/page.ts';
import { turn } from '#client/testing/turn.ts';
import { readDraft, writeDraft } from '#client/features/campaigns/draft/draft-store.ts';
import { useOpenedDraft } from './use-opened-draft.ts';
import { usePrefill } from './use-prefill.ts';
import { namedDraft } from '#client/features/campaigns/testing/named-draft.ts';

/** What the server has of the draft; undefined: it does not answer. */
let stored: { version: string; content: CampaignDraft } | null | undefined;
beforeEach(() => {
  stored = null;
  vi.stubGlobal('fetch', () =>
    stored === undefined
      ? Promise.reject(new Error('offline'))
      : Promise.resolve(Response.json({ result: { data: { draft: stored } } })),
  );
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
});
afterEach(() => {
  vi.unstubAllGlobals();
  openAddress('https://hark.test/campaign');
});

const nothing = undefined as never;
async function opened(search: string) {
  openAddress(`https://hark.test/campaign${search}`);
  const hook = await renderHook((uid: string) => useOpenedDraft(uid), 'u1');
  await turn();
  await turn();
  return hook.result();
}

test('an address without a draft opens none', async () => {
  expect(await opened('')).toBeNull();
});

test('the draft of the server is opened, unless this browser has changed it since', async () => {
  stored = { version: 'b.2', content: namedDraft('There', 5) };
  expect(await opened('?draft=d1')).toMatchObject({ id: 'd1', version: 'b.2', form: { name: 'There' } });
  writeDraft(localStorage, 'u1', { ...namedDraft('Here', 9), id: 'd1', version: 'a.1' });
  expect(await opened('?draft=d1')).toMatchObject({ id: 'd1', version: 'b.2', form: { name: 'Here' } });
  writeDraft(localStorage, 'u1', { ...namedDraft('Here', 4), id: 'd1', version: 'a.1' });
  expect(await opened('?draft=d1')).toMatchObject({ form: { name: 'There' } });
});

test('a draft that only this browser has is opened, also without a connection', async () => {
  writeDraft(localStorage, 'u1', { ...namedDraft('Here', 1), id: 'd1', version: null });
  expect(await opened('?draft=d1')).toMatchObject({ form: { name: 'Here' } });
  stored = undefined;
  writeDraft(localStorage, 'u1', { ...namedDraft('Here', 1), id: 'd1', version: 'a.1' });
  expect(await opened('?draft=d1')).toMatchObject({ form: { name: 'Here' }, version: 'a.1' });
});

test('a draft that was published or deleted is gone here too, and that is said', async () => {
  writeDraft(localStorage, 'u1', { ...namedDraft('Here', 1), id: 'd1', version: 'a.1' });
  expect(await opened('?draft=d1')).toBe('gone');
  expect(readDraft(localStorage, 'u1', 'd1')).toBeNull();
  expect(text()).toContain('That draft was published or deleted.');
});

test('a draft that cannot be loaded is said', async () => {
  stored = undefined;
  expect(await opened('?draft=d1')).toBe('gone');
  expect(text()).toContain('The draft could not be loaded. Please try again.');
});

async function prefilled(search: string, answers: object = {}) {
  openAddress(`https://hark.test/campaign${search}`);
  const hook = await renderHook(usePrefill, nothing, { answers });
  const first = hook.first();
  await turn();
  await turn();
  return [first, hook.result()];
}

const VOICES = { voices: { list: () => ({ voices: [{ vid: 'v1', status: 'ready' }] }) } };
const LIST = { id: 'l1', name: 'Clients', size: 2, status: 'ready' };

test('an address that asks for nothing has nothing to begin with', async () => {
  expect(await prefilled('')).toEqual([null, null]);
});

test('what the address asks for is loaded', async () => {
  const lists = { contactLists: { get: () => ({ list: LIST }) } };
  expect(await prefilled('?list=l1', { ...VOICES, ...lists })).toEqual([
    undefined,
    { form: { voiceId: 'v1' }, list: LIST, replaces: null },
  ]);
});

test.each([
  [
    '?list=l1',
    { ...VOICES, contactLists: { get: () => Promise.reject(noResponse()) } },
    null,
    'What this campaign should begin with could not be loaded. Please fill it in.',
  ],
  [
    '?replace=c1',
    { campaigns: { get: () => Promise.reject(refusal('x', { status: 404 })) } },
    'refused',
    'That campaign was deleted, so there is nothing to replace.',
  ],
  [
    '?replace=c1',
    { campaigns: { get: () => Promise.reject(noResponse()) } },
    'refused',
    'The campaign could not be loaded. Please try again.',
  ],
])('%s that cannot be loaded is said (%#)', async (search, answers, result, said) => {
  expect((await prefilled(search, answers))[1]).toBe(result);
  expect(text()).toContain(said);
});

test('a campaign that cannot be replaced is said at once, without asking again', async () => {
  openAddress('https://hark.test/campaign?replace=c1');
  let shown: unknown;
  function Wizard() {
    shown = usePrefill();
    return null;
  }
  // As the app asks again after other failures.
  const retrying = createQueryClient();
  const campaign = { status: 'executing' };
  await renderScreen(
    <QueryClientProvider client={retrying}>
      <Wizard />
    </QueryClientProvider>,
    { answers: { campaigns: { get: () => ({ campaign }) as never } } },
  );
  await turn();
  expect(shown).toBe('refused');
});
