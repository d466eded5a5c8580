// @vitest-environment happy-dom
import fc from 'fast-check';
import { Fragment } from 'react';
import { expect, test, vi } from 'vitest';
import { contactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { lengthText, messageLength } from '#shared/messages/message-length.ts';
import { renderMessage } from '#shared/messages/message-template.ts';
import { DEFAULT_SIGNATURE } from '#shared/messages/signature.ts';
import { FINDING_CODES } from '#shared/messages/lint/finding.ts';
import { MessagePreview } from '#client/domain/message/message-preview.tsx';
import { MessageStep } from '#client/features/campaigns/steps/message-step.tsx';
import { ReviewStep } from '#client/features/campaigns/steps/review-step.tsx';
import {
  publishBlocker,
  recordedSeconds,
  testRefusals,
  verdictOf,
} from '#client/features/campaigns/wizard/wizard-guards.ts';
import { wizardReducer } from '#client/features/campaigns/wizard/wizard-reducer.ts';
import { initialState, type WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';
import { text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';

const GOOD =
  'Hi {first_name}, this is Maple. Call us at 800-555-0143. To stop these messages call the same number.';
const PIECES = [
  ...['{first_name}', '{plan}', '{paln}', '{}', '{', '}', '.', 'x', '7', '\n'],
  ...['You won a prize', 'Hello', GOOD, GOOD],
];
const LIST = { id: 'l1', name: 'List', size: 2, columns: [], own_columns: ['plan'], consent: null };
const ANA = contactInput.parse({ first_name: 'Maximiliana', last_name: 'Lee', custom: { plan: 'Gold' } });

const states: fc.Arbitrary<WizardState> = fc
  .record({
    message: fc.array(fc.constantFrom(...PIECES), { maxLength: 5 }).map((all) => all.join(' ')),
    rules: fc.constantFrom('enforced' as const, 'advised' as const),
    isSenderKnown: fc.boolean(),
    messageOverrides: fc.subarray([...FINDING_CODES]),
    heard: fc.constantFrom(null, 12.4, 75),
  })
  .map(({ message, rules, isSenderKnown, messageOverrides, heard }) => {
    const start = initialState();
    const sender = {
      businessName: 'Maple',
      callbackNumber: '18005550143',
      signature: DEFAULT_SIGNATURE,
      rules,
    };
    return {
      ...start,
      step: 'review',
      sender: isSenderKnown ? sender : null,
      upload: { status: 'list', list: LIST as never },
      form: { ...start.form, name: 'Spring', description: 'Open', message, messageOverrides, voiceId: 'v1' },
      heard: heard === null ? null : { message: message.trim(), voiceId: 'v1', seconds: heard },
    };
  });

test('a message that is ready is published and tested, and one that is refused is never ready', () => {
  fc.assert(
    fc.property(states, (state) => {
      const { kind, problems } = verdictOf(state);
      const isRefused = problems.some(({ refuses }) => refuses);
      if (kind === 'ready')
        expect([problems, publishBlocker(state), testRefusals(state)]).toEqual([[], null, []]);
      if (kind !== 'empty') expect(publishBlocker(state) !== null).toBe(isRefused);
      expect(testRefusals(state).length > 0).toBe(isRefused);
    }),
    { numRuns: 500 },
  );
});

test('each screen shows one verdict and one length', { timeout: 60_000 }, async () => {
  const preview = (state: WizardState) => (
    <MessagePreview
      message={state.form.message}
      contacts={2}
      shown={{ index: 0, contact: ANA, show: vi.fn() }}
      recorded={recordedSeconds(state)}
    />
  );
  const check = { result: undefined, checking: false, share: 0, failed: false };
  const listCheck = { ...check, cancel: vi.fn(), check: vi.fn() };
  const screen = await renderScreen(null, {
    answers: { voices: { list: () => ({ voices: [], remaining: 3 }) } },
  });
  let round = 0;
  await fc.assert(
    fc.asyncProperty(states, fc.boolean(), async (state, isReview) => {
      const props = { state, dispatch: vi.fn() };
      round += 1;
      await screen.update(
        <Fragment key={round}>
          {isReview ? <ReviewStep {...props} check={listCheck} /> : <MessageStep {...props} />}
          {preview(state)}
        </Fragment>,
      );
      const shown = text();
      const isReady = shown.includes('Ready to send');
      expect(isReady && /Unknown placeholder|cannot receive|to resolve|warning/.test(shown)).toBe(false);
      const limits = /(?:after|longer than) 60 seconds/g;
      const lengths = shown.replace(limits, '').match(/(?:About )?\d+ seconds?/g) ?? [];
      const wanted = lengthText(messageLength(state.form.message, recordedSeconds(state)));
      expect(new Set(lengths)).toEqual(new Set(lengths.length === 0 ? [] : [wanted]));
      const isHeard = renderMessage(state.form.message, ANA, new Date()).trim() !== '';
      const isShown = [!isReview, isHeard].filter(Boolean).length;
      expect(lengths).toHaveLength(isShown);
    }),
    { numRuns: 40 },
  );
});

test('what was heard counts while message and voice are the same', () => {
  const start = { ...initialState(), form: { ...initialState().form, message: ' Hi ', voiceId: 'v1' } };
  const heard = { type: 'messageHeard', heard: { message: 'Hi', voiceId: 'v1', seconds: 18.2 } } as const;
  const state = wizardReducer(start, heard);
  expect(recordedSeconds(start)).toBeUndefined();
  expect(recordedSeconds(state)).toBe(18.2);
  const edited = wizardReducer(state, { type: 'edited', change: { message: 'Hi you' } });
  expect(recordedSeconds(edited)).toBeUndefined();
  expect(recordedSeconds(wizardReducer(edited, { type: 'edited', change: { message: 'Hi' } }))).toBe(18.2);
  expect(
    recordedSeconds(wizardReducer(state, { type: 'edited', change: { voiceId: 'v2' } })),
  ).toBeUndefined();
});
