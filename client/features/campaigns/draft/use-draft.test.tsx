// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { CampaignDraft, StoredCampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { held } from '#client/testing/fake-server.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn, until } from '#client/testing/turn.ts';
import { namedDraft } from '#client/features/campaigns/testing/named-draft.ts';
import { initialState } from '#client/features/campaigns/wizard/wizard-state.ts';
import type { StepId } from '#client/features/campaigns/wizard/wizard-steps.ts';
import { readDraft, readDrafts, writeDraft } from './draft-store.ts';
import { useDraft, type DraftOffer } from './use-draft.ts';

const HERE = { ...namedDraft('Here', 1), id: 'd1', version: 'a.1' };
const THERE: StoredCampaignDraft = { version: 'b.2', content: namedDraft('There', 2) };

/** What the server answers to the question for its drafts; the test gives it. */
let answer: (draft: StoredCampaignDraft | null) => Promise<void>;

beforeEach(() => {
  const given = held<StoredCampaignDraft | null>();
  answer = (draft) =>
    turn(() => {
      given.give(draft);
    });
  vi.stubGlobal('fetch', async (url: string) => {
    const draft = await given.promise;
    const at = { id: 'd1', step: 1, stepId: 'name', name: '', contacts: null, replaces: null };
    const drafts = draft === null ? [] : [{ ...at, version: draft.version, savedAt: draft.content.savedAt }];
    return Response.json({ result: { data: url.includes('drafts.list') ? { drafts } : { draft } } });
  });
  // No file is kept; happy-dom has no database.
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
  return () => {
    vi.unstubAllGlobals();
  };
});

/** Opens the wizard at a step, with a draft of this browser; returns what it offers. */
async function openAt(step: StepId): Promise<() => DraftOffer> {
  let shown: DraftOffer | undefined;
  const state = { ...initialState(), step, form: { ...HERE.form, name: 'New' } };
  function Wizard() {
    shown = useDraft({ uid: 'u1', state, dispatch: () => undefined, opens: false });
    return null;
  }
  writeDraft(localStorage, 'u1', HERE);
  await renderScreen(<Wizard />);
  return () => shown ?? expect.fail();
}
const nameOf = (draft: CampaignDraft | null | undefined) => draft?.form.name;

test('a wizard that has just opened offers the later state of a draft', async () => {
  const draft = await openAt('intro');
  expect(nameOf(draft().offered)).toBe('Here');
  await answer(THERE);
  await until(() => expect(nameOf(draft().offered)).toBe('There'));
  expect(draft().offered).toMatchObject({ id: 'd1', version: 'b.2' });
});

test('a draft that was saved on the server ends with it', async () => {
  const draft = await openAt('intro');
  await answer(null);
  await until(() => expect(draft().offered).toBeNull());
  expect(readDraft(localStorage, 'u1', 'd1')).toBeNull();
});

test('whoever has begun a new campaign meanwhile keeps both', async () => {
  const draft = await openAt('name');
  await answer(THERE);
  await turn();
  expect(draft().elsewhere).toBeUndefined();
  expect(readDrafts(localStorage, 'u1').map(nameOf)).toEqual(['New', 'Here']);
});
