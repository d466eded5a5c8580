// @vitest-environment happy-dom
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderScreen } from '#client/testing/screen.tsx';
import { click, hasButton, openAddress } from '#client/testing/page.ts';
import { namedDraft } from '#client/features/campaigns/testing/named-draft.ts';
import type { Draft } from '#client/features/campaigns/draft/draft-store.ts';
import type { DraftOffer } from '#client/features/campaigns/draft/use-draft.ts';
import { IntroStep } from '#client/features/campaigns/steps/intro-step.tsx';
import type { Prefill } from './prefill.ts';
import { useBegin } from './use-begin.ts';

const list = (id: string) => ({
  id,
  name: 'Regulars',
  size: 2,
  columns: [],
  own_columns: [],
  consent: {
    basis: 'existing_customer' as const,
    own_words: null,
    obtained_at: '2025-03-01',
    source: 'Form',
  },
});
const campaign = (id: string) => ({ id, name: 'Spring', dropDate: '', contacts: 2, split: null, seen: '' });
const NOTHING: Prefill = { form: {}, list: null, replaces: null };
const REPLACES: Prefill = { ...NOTHING, form: { name: 'Spring' }, replaces: campaign('c1') };
const CALLS: Prefill = { ...NOTHING, list: list('l1') };
const LIKE: Prefill = { ...NOTHING, form: { name: 'Spring 2' }, list: list('l1') };
const ON_DAY: Prefill = { ...NOTHING, form: { startDate: '2026-12-24' } };

const draft = (change: Partial<Draft> = {}): Draft => ({
  ...namedDraft('Unfinished'),
  id: 'd1',
  version: null,
  ...change,
});
const replacing = (id: string) => draft({ replaces: { ...campaign(id), keepsContacts: true } });

/** Opens the wizard with a prefill and a draft; returns what has begun. */
async function open(prefill: Prefill | null, draftOfBrowser: Draft | null) {
  const dispatch = vi.fn();
  function Intro() {
    const [offered, setOffered] = useState(draftOfBrowser);
    const offer = {
      offered,
      startNew: () => {
        setOffered(null);
      },
      resume: vi.fn(),
      resuming: false,
    };
    const begin = useBegin(prefill, offer, dispatch);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <IntroStep draft={offer as unknown as DraftOffer} prefill={prefill} />
      </form>
    );
  }
  await renderScreen(<Intro />);
  return () => dispatch.mock.calls;
}

afterEach(() => {
  openAddress('https://hark.test/campaign');
});

describe('what the address asks for begins at once', () => {
  test.each([
    ['a replacement, without a draft', REPLACES, null],
    ['a replacement', REPLACES, draft()],
    ['a replacement, beside that of another campaign', REPLACES, replacing('c2')],
    ['a list', CALLS, draft()],
    ['a list, beside a draft for another one', CALLS, draft({ list: list('l2') })],
    ['a duplicate', LIKE, draft()],
    ['a duplicate, beside a draft for the same list', LIKE, draft({ list: list('l1') })],
    ['a day', ON_DAY, draft()],
  ])('%s', async (_what, prefill, offered) => {
    const begun = await open(prefill, offered);
    expect(begun()).toEqual([[{ type: 'started', ...prefill }]]);
    expect(hasButton('Continue Draft')).toBe(false);
  });
});

describe('a draft that may have begun with the same is offered beside what begins anew', () => {
  test.each([
    ['the same replacement', REPLACES, replacing('c1'), 'Replace “Spring”'],
    ['the same list', CALLS, draft({ list: list('l1') }), 'Call “Regulars”'],
  ])('%s', async (_what, prefill, offered, button) => {
    const begun = await open(prefill, offered);
    expect([begun(), hasButton('Continue Draft')]).toEqual([[], true]);
    await click(button);
    expect(begun()).toEqual([[{ type: 'started', ...prefill }]]);
    await click("Let's Start");
    expect(begun().at(-1)).toEqual([{ type: 'continued' }]);
  });

  test.each([
    [LIKE, 'Start “Spring 2”'],
    [ON_DAY, "Let's Start"],
  ])('after a reload (%#)', async (prefill, button) => {
    window.history.replaceState({ wizard: { visit: 1, step: 'name', depth: 1, from: 'intro' } }, '');
    const begun = await open(prefill, draft());
    expect([begun(), hasButton('Continue Draft'), hasButton(button)]).toEqual([[], true, true]);
  });
});

test('an address that asks for nothing offers the draft, and starts when that is asked for', async () => {
  const begun = await open(null, draft());
  expect(begun()).toEqual([]);
  await click("Let's Start");
  expect(begun()).toEqual([[{ type: 'continued' }]]);
});
