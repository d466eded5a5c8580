import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AS_WRITTEN } from '#shared/contacts/columns/column-mapping.ts';
import { publishBlocker } from './wizard-guards.ts';
import { wizardReducer } from './wizard-reducer.ts';
import { withPart } from './wizard-form.ts';
import { initialState, type WizardAction, type WizardState } from './wizard-state.ts';

const play = (actions: readonly WizardAction[], from: WizardState = initialState()) =>
  actions.reduce(wizardReducer, from);
const typed = (message: string): WizardAction => ({ type: 'edited', change: { message } });
const added = play([typed('First'), { type: 'secondAdded' }]);
const messages = ({ form }: WizardState) => ([1, 2] as const).map((part) => withPart(form, part).message);
const CONTACTS = { id: 'l', name: 'L', size: 9, columns: [], own_columns: [] };

test('each message keeps what was typed while it was shown', () => {
  const action = fc.oneof(
    fc.record({ type: fc.constant('partShown' as const), part: fc.constantFrom(1 as const, 2 as const) }),
    fc.string({ maxLength: 5 }).map(typed),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
      let [part, expected]: [number, string[]] = [2, ['First', 'First']];
      for (const one of actions) {
        if (one.type === 'partShown') part = one.part;
        else expected = expected.with(part - 1, one.type === 'edited' ? String(one.change.message) : '');
      }
      expect(messages(play(actions, added))).toEqual(expected);
    }),
  );
});

describe('two messages', () => {
  const complete = (second: string) =>
    play([{ type: 'edited', change: { name: 'N', voiceId: 'v', startDate: '2026-11-21' } }, typed(second)], {
      ...added,
      upload: { status: 'list', list: CONTACTS as never },
    });

  test.each([
    ['First', 'Both messages are the same. Change one, or remove it.'],
    [' First ', 'Both messages are the same. Change one, or remove it.'],
    ['  ', 'Please fill in campaign name and message.'],
    ['Hi {nonsense}', 'nonsense'],
  ])('are not published with "%s" as the second', (second, text) => {
    for (const part of [2, 1] as const) {
      const blocker = publishBlocker(play([{ type: 'partShown', part }], complete(second)));
      expect(blocker).toMatchObject({
        message: expect.stringContaining(
          second.trim() === '' && part === 1 ? 'Please enter both messages' : text,
        ) as string,
      });
    }
    expect(publishBlocker(complete('Second'))).toBeNull();
  });

  test('become one that all hear, unless half of the list is scheduled with the first already', () => {
    const kept = play([{ type: 'partShown', part: 1 }, { type: 'otherRemoved' }], added);
    expect(kept.form).toMatchObject({ message: 'First', other: null, part: 1 });
    const first = { campaign: { id: 'c' } as never, test: 't', secondName: null };
    const scheduled = play([{ type: 'firstKnown', first }, { type: 'otherRemoved' }], added);
    expect(scheduled.form.other).not.toBeNull();
    expect(play([typed('Changed')], scheduled).first).toEqual(first);
    const shown = play([{ type: 'partShown', part: 1 }, typed('Changed')], scheduled);
    expect(messages(shown)).toEqual(['First', 'Changed']);
    expect(
      play(
        [
          { type: 'firstKnown', first: null },
          { type: 'partShown', part: 1 },
        ],
        shown,
      ).form.part,
    ).toBe(1);
    const { form } = scheduled;
    const draft = { form, publishKey: null, fileName: null, reading: AS_WRITTEN, first };
    const atFirst = { ...draft, form: withPart(form, 1) };
    for (const list of [CONTACTS as never, null]) {
      const restored = play(
        [{ type: 'restored', step: 'review', ...atFirst, file: null, list }],
        initialState(),
      );
      expect(restored).toMatchObject({ first, form: { part: 2 } });
    }
  });
});
