// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { AS_WRITTEN } from '#shared/contacts/columns/column-mapping.ts';
import type { CampaignDraft, StoredCampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { held } from '#client/testing/fake-server.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn, until } from '#client/testing/turn.ts';
import { emptyForm } from '#client/features/campaigns/wizard/wizard-form.ts';
import { initialState } from '#client/features/campaigns/wizard/wizard-state.ts';
import type { StepId } from '#client/features/campaigns/wizard/wizard-steps.ts';
import { readDraft, writeDraft } from './draft-store.ts';
import { useDraft, type DraftOffer } from './use-draft.ts';

const named = (name: string, savedAt: number): CampaignDraft => ({
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
const HERE = { ...named('Here', 1), version: 'a.1' };
const THERE: StoredCampaignDraft = { version: 'b.2', content: named('There', 2) };

/** What the server answers to the question for its draft; the test gives it. */
let answer: (draft: StoredCampaignDraft | null) => Promise<void>;

beforeEach(() => {
  const given = held<Response>();
  answer = (draft) =>
    turn(() => {
      given.give(Response.json({ result: { data: { draft } } }));
    });
  vi.stubGlobal('fetch', () => given.promise);
  // No file is kept; happy-dom has no database.
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
  return () => {
    vi.unstubAllGlobals();
  };
});

/** Opens the wizard at a step, with a draft of this browser; returns what it offers. */
async function openAt(step: StepId): Promise<() => DraftOffer> {
  let shown: DraftOffer | undefined;
  const state = { ...initialState(), step, form: HERE.form };
  function Wizard() {
    shown = useDraft('u1', state, () => undefined);
    return null;
  }
  writeDraft(localStorage, 'u1', HERE);
  await renderScreen(<Wizard />);
  return () => shown ?? expect.fail();
}
const nameOf = (draft: CampaignDraft | null | undefined) => draft?.form.name;

test('a wizard that has just opened offers the later one of both drafts', async () => {
  const draft = await openAt('intro');
  expect(nameOf(draft().offered)).toBe('Here');
  await answer(THERE);
  await until(() => expect(nameOf(draft().offered)).toBe('There'));
  expect(draft().elsewhere).toBeUndefined();
});

test('a draft that was saved on the server ends with it', async () => {
  const draft = await openAt('intro');
  await answer(null);
  await until(() => expect(draft().offered).toBeNull());
  expect(readDraft(localStorage, 'u1')).toBeNull();
});

test('whoever has gone on is asked which draft to keep, and loses neither', async () => {
  const draft = await openAt('name');
  await answer(THERE);
  await until(() => expect(nameOf(draft().elsewhere?.content)).toBe('There'));
  expect(nameOf(draft().offered)).toBe('Here');
  expect(nameOf(readDraft(localStorage, 'u1'))).toBe('Here');
});
