import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ContactFileOutcome } from '#client/domain/import-file/file-summary.ts';
import { AS_WRITTEN } from '#shared/contacts/columns/column-mapping.ts';
import { createErrorTable } from '#client/domain/import-file/error-table.ts';
import { publishBlocker } from './wizard-guards.ts';
import { wizardReducer } from './wizard-reducer.ts';
import { initialState, type WizardAction, type WizardState } from './wizard-state.ts';
import type { StepId } from './wizard-steps.ts';

const file = new File(['x'], 'list.csv');
const summary = {
  contacts: 9,
  columns: ['id' as const],
  otherColumns: [],
  empty: {},
  own: [],
  warnings: [],
  longest: new Int32Array(13),
};
const header = { names: ['Name', 'Phone'], top: [], at: 0 };
const plain = { header, matched: null, skipped: null };
const ready: ContactFileOutcome = { kind: 'ready', summary, ...plain };
const play = (actions: WizardAction[], from: WizardState = initialState()) =>
  actions.reduce(wizardReducer, from);
const next: WizardAction = { type: 'continued' };
const edit = (change: Partial<WizardState['form']>): WizardAction => ({ type: 'edited', change });
const uploaded: WizardAction[] = [
  { type: 'fileChosen', file },
  { type: 'fileRead', outcome: ready },
];
const named = edit({ name: 'Spring', description: 'Open house' });
const filled = edit({ message: 'Hi {first_name}', voiceId: 'v1', startDate: '2026-11-21' });
const atReview = () => play([next, named, next, ...uploaded, next, filled, next, next, next]);
const failure = { text: 'no', status: 402, code: 'INSUFFICIENT_CREDITS', field: null, errors: [] };

describe('a message that is invalid for some contacts', () => {
  const inconclusive: ContactFileOutcome = {
    kind: 'ready',
    summary: { ...summary, columns: ['city'], empty: { city: 2 } },
    ...plain,
  };
  const atMessage = play([
    next,
    named,
    next,
    uploaded[0] ?? next,
    { type: 'fileRead', outcome: inconclusive },
    next,
  ]);
  const validated = (...errors: { line: number; message: string }[]): WizardAction => ({
    type: 'messageErrorsFound',
    message: '{city}',
    errors: createErrorTable(errors),
  });
  const typed = edit({ message: ' {city} ' });

  const publishedFrom = (...actions: WizardAction[]) =>
    publishBlocker(play([...actions, { type: 'jumped', step: 'review' }], atMessage));
  const problem = { line: 3, message: 'The message is empty for this contact' };

  test('passes with Continue', () => {
    expect(play([typed, validated(problem), next], atMessage)).toMatchObject({
      step: 'voice',
      modal: null,
    });
  });

  test('is refused by Publish with a modal that lists the lines, once it was validated with the file', () => {
    expect(publishedFrom(typed)).toBeNull();
    expect(publishedFrom(typed, validated())).toBeNull();
    expect(publishedFrom(typed, validated(problem))).toEqual({
      kind: 'messageErrors',
      errors: createErrorTable([problem]),
    });
    expect(publishedFrom(validated(problem), edit({ message: '{state}' }))).toBeNull();
  });
});

describe('"3 to 4 requires a message": the message step', () => {
  test('lets any message pass that is not empty, whatever is wrong with it', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('Hi {nickname}', 'You won a prize!', '{', '{}{|}')),
        fc.constantFrom('enforced' as const, 'advised' as const),
        (message, rules) => {
          fc.pre(message.trim() !== '');
          const sender = { businessName: '', callbackNumber: '', signature: '', rules };
          const at = play(
            [
              { type: 'senderLoaded', sender },
              { type: 'jumped', step: 'message' },
            ],
            atReview(),
          );
          expect(play([edit({ message }), next], at)).toMatchObject({ step: 'voice', modal: null });
        },
      ),
    );
  });
});

describe('Continue', () => {
  test('goes from the intro to the review when every step is complete', () => {
    expect(atReview()).toMatchObject({ step: 'review', modal: null, upload: { status: 'ready' } });
  });

  test('does not leave the review', () => {
    expect(play([next], atReview()).step).toBe('review');
  });

  test.each([{}, { name: 'Spring' }, { description: 'Open house' }, { name: ' ', description: 'x' }])(
    'step 1 requires a name and a description: %j',
    (change) => {
      expect(play([next, edit(change), next])).toMatchObject({ step: 'name', missingMarked: 1 });
    },
  );

  test('step 2 requires a valid file', () => {
    expect(play([next, named, next, next])).toMatchObject({
      step: 'upload',
      modal: { kind: 'field', message: 'Please upload a valid CSV file' },
    });
  });

  test('step 2 waits without a modal while the file is read', () => {
    expect(play([next, named, next, { type: 'fileChosen', file }, next])).toMatchObject({
      step: 'upload',
      modal: null,
    });
  });

  test.each([
    ['message', { message: ' ' }, 'missing', 'Please enter a message'],
    ['voice', { voiceId: null }, 'missing', 'Please select a voice'],
    ['schedule', { startDate: null }, 'missing', 'Please select dates and frequency'],
  ] as const)('step %s rejects %j', (step, change, kind, message) => {
    const state = play([{ type: 'jumped', step }, edit(change), next], atReview());
    expect(state).toMatchObject({ step, modal: { kind, message } });
  });
});

describe('a section that is edited from the review', () => {
  const sections = ['name', 'upload', 'message', 'voice', 'schedule'] as const;

  test.each(sections)('of step %s leads back to the review', (step) => {
    const state = play([{ type: 'sectionOpened', step }], atReview());
    expect(state.step).toBe(step);
    const after = play([next], state);
    expect(after).toMatchObject({ step: 'review', form: state.form });
    // Once there, the steps are as before.
    expect(play([{ type: 'wentBack' }, { type: 'wentBack' }, next], after).step).toBe('schedule');
  });

  test('leads to the first step that is no longer complete, and from there to the review', () => {
    const emptied = play(
      [{ type: 'sectionOpened', step: 'upload' }, edit({ voiceId: null }), next],
      atReview(),
    );
    expect(emptied).toMatchObject({ step: 'voice', modal: null });
    expect(play([next], emptied)).toMatchObject({ step: 'voice', modal: { kind: 'missing' } });
    expect(play([edit({ voiceId: 'v2' }), next], emptied).step).toBe('review');
  });

  test('is an ordinary step again after Back', () => {
    const actions: WizardAction[] = [{ type: 'sectionOpened', step: 'message' }, { type: 'wentBack' }, next];
    expect(play(actions, atReview()).step).toBe('message');
    expect(play([...actions, next], atReview()).step).toBe('voice');
  });
});

test('Back goes back one step and stops at the intro', () => {
  const back: WizardAction = { type: 'wentBack' };
  expect(play([back], atReview()).step).toBe('schedule');
  expect(play([next, back, back]).step).toBe('intro');
});

describe('the file', () => {
  const choose: WizardAction = { type: 'fileChosen', file };
  const read = (outcome: ContactFileOutcome) =>
    play([next, named, next, choose, { type: 'fileRead', outcome }]);
  const errors = createErrorTable([{ line: 3, message: 'Duplicate phone number' }]);

  test('with invalid headers is rejected with the header modal', () => {
    expect(read({ kind: 'header', errors, header })).toMatchObject({
      upload: { status: 'rejected', message: 'Invalid CSV headers. Please use sample.' },
      modal: { kind: 'header' },
    });
  });

  test('with row errors is rejected with the data modal', () => {
    expect(read({ kind: 'data', errors, header, canSkip: true })).toMatchObject({
      upload: { status: 'rejected' },
      modal: { kind: 'data', errors },
    });
  });

  test('that is unreadable opens a modal with the reason', () => {
    const message = 'The file is empty.';
    expect(read({ kind: 'unreadable', message }).modal).toEqual({ kind: 'field', message });
  });

  test('is read again with its columns matched, or without the rows with errors', () => {
    const mapping = {
      positions: Array<number>(13).fill(0),
      numbersRows: true,
      lastNameOptional: false,
      headerRow: 0,
    };
    const matched = play(
      [{ type: 'matchingOpened' }, { type: 'columnsMatched', mapping, isRemembered: true }],
      read({ kind: 'header', errors, header }),
    );
    expect(matched).toMatchObject({
      upload: { status: 'reading', isRemembered: true, reading: { mapping, skipsInvalid: false } },
      modal: null,
      isMatching: false,
      publishKey: null,
    });
    const data: ContactFileOutcome = { kind: 'data', errors, header, canSkip: true };
    const skipped = play([{ type: 'fileRead', outcome: data }, { type: 'rowsSkipped' }], matched);
    expect(skipped.upload).toMatchObject({ status: 'reading', reading: { mapping, skipsInvalid: true } });
    const another = play([choose], skipped);
    expect(another.upload).toMatchObject({ reading: AS_WRITTEN, isRemembered: false });
  });

  test('that is sent are its contacts with Hark’s headers, if it was matched', () => {
    const outcome: ContactFileOutcome = { ...ready, matched: new Blob(['id']) };
    const { upload } = read(outcome);
    expect(upload.status === 'ready' && [upload.sent.name, upload.sent.size]).toEqual(['list.csv', 2]);
    expect(read(ready).upload).toMatchObject({ file, sent: file });
  });

  test('can be removed after its modal is closed', () => {
    const closed = play([{ type: 'modalClosed' }], read({ kind: 'data', errors, header, canSkip: true }));
    expect(closed.modal).toBeNull();
    expect(play([{ type: 'fileRemoved' }], closed).upload).toEqual({ status: 'none' });
  });

  test('ignores results that arrive after its removal', () => {
    const state = play([choose, { type: 'fileRemoved' }, { type: 'fileRead', outcome: ready }]);
    expect(state.upload).toEqual({ status: 'none' });
    expect(play([{ type: 'fileProgressed', bytes: 5 }], state).upload).toEqual({ status: 'none' });
  });
});

test('a valid file that becomes unreadable must be chosen again; other outcomes are ignored', () => {
  const unreadable: ContactFileOutcome = { kind: 'unreadable', message: 'Please choose it again.' };
  const atUpload = play(
    [
      { type: 'publishStarted', key: 'k' },
      { type: 'fileRead', outcome: unreadable },
    ],
    atReview(),
  );
  expect(atUpload).toMatchObject({
    step: 'upload',
    publishing: false,
    upload: { status: 'rejected' },
    modal: { kind: 'field', message: 'Please choose it again.' },
  });
  const later: ContactFileOutcome[] = [
    { kind: 'ready', summary: { ...summary, contacts: 3 }, ...plain },
    { kind: 'header', errors: createErrorTable([{ line: 1, message: 'Invalid headers' }]), header },
    { kind: 'data', errors: createErrorTable([{ line: 2, message: 'No' }]), header, canSkip: true },
  ];
  for (const outcome of later) {
    const before = atReview();
    expect(play([{ type: 'fileRead', outcome }], before)).toBe(before);
  }
});

describe('a voice that was deleted elsewhere', () => {
  const deleted: WizardAction = { type: 'voiceDeleted' };

  test('returns to the voice step from later steps', () => {
    expect(play([deleted], atReview())).toMatchObject({
      step: 'voice',
      form: { voiceId: null },
      modal: { kind: 'missing', message: 'The voice you selected was deleted. Please select another one.' },
    });
  });

  test('is cleared without leaving an earlier step', () => {
    const at = play([{ type: 'jumped', step: 'message' }], atReview());
    expect(play([deleted], at)).toMatchObject({ step: 'message', form: { voiceId: null }, modal: null });
  });

  test('clears the publish key', () => {
    const failed = play(
      [
        { type: 'publishStarted', key: 'k' },
        { type: 'publishFailed', failure },
      ],
      atReview(),
    );
    expect(play([deleted], failed).publishKey).toBeNull();
  });

  test('is ignored while publishing', () => {
    const publishing = play([{ type: 'publishStarted', key: 'k' }], atReview());
    expect(play([deleted], publishing)).toBe(publishing);
  });
});

describe('publishing', () => {
  test('keeps the form and the publish key after a failure', () => {
    const state = play(
      [
        { type: 'publishStarted', key: 'k' },
        { type: 'publishFailed', failure },
      ],
      atReview(),
    );
    expect(state).toMatchObject({
      step: 'review',
      publishing: false,
      publishKey: 'k',
      modal: { kind: 'failure', failure },
    });
    expect(state.form).toEqual(atReview().form);
  });

  test('a change after a failure clears the publish key', () => {
    const failed = play(
      [
        { type: 'publishStarted', key: 'k' },
        { type: 'publishFailed', failure },
      ],
      atReview(),
    );
    expect(play([edit({ name: 'Summer' })], failed).publishKey).toBeNull();
    expect(play([{ type: 'fileChosen', file }], failed).publishKey).toBeNull();
  });

  test('changes are ignored while publishing', () => {
    const state = play(
      [{ type: 'publishStarted', key: 'k' }, edit({ name: 'Summer' }), { type: 'fileRemoved' }],
      atReview(),
    );
    expect(state).toMatchObject({ form: { name: 'Spring' }, upload: { status: 'ready' }, publishKey: 'k' });
  });

  test('a success moves to the last step', () => {
    const campaign = {
      id: 'c1',
      name: 'Spring',
      contacts: 9,
      skipped: [],
      dropDate: '2026-11-21T16:00:00Z',
      creditCost: 450,
      balance: 19_550,
    };
    const state = play(
      [
        { type: 'publishStarted', key: 'k' },
        { type: 'publishSucceeded', campaign },
      ],
      atReview(),
    );
    expect(state).toMatchObject({ step: 'success', published: campaign, publishing: false });
  });

  test.each([
    [{ type: 'fileRemoved' }, 'No CSV file found. Please upload a file first.'],
    [edit({ name: '' }), 'Please fill in campaign name and message.'],
    [edit({ message: ' ' }), 'Please fill in campaign name and message.'],
    [edit({ message: 'Hi {nickname}' }), 'Unknown placeholder: {nickname}'],
  ] as const)('is blocked after %j', (action, message) => {
    expect(publishBlocker(play([action], atReview()))).toEqual({ kind: 'field', message });
    expect(publishBlocker(atReview())).toBeNull();
  });

  test.each([
    ['enforced', { kind: 'field', message: expect.stringContaining('how to stop these messages') as string }],
    ['advised', null],
  ] as const)('judges as the API does: what the law asks for is %s', (rules, blocker) => {
    const sender = { businessName: 'Maple Roofing', callbackNumber: '18005550142', signature: '', rules };
    expect(publishBlocker(play([{ type: 'senderLoaded', sender }], atReview()))).toEqual(blocker);
  });
});

describe('a restored draft', () => {
  const restore = (step: StepId, kept: File | null) =>
    play([
      {
        type: 'restored',
        step,
        form: atReview().form,
        publishKey: 'k',
        file: kept,
        reading: AS_WRITTEN,
        fileName: 'leads.csv',
      },
    ]);

  test('resumes at its step with its key and reads its file again', () => {
    const state = restore('review', file);
    expect(state).toMatchObject({ step: 'review', publishKey: 'k', upload: { status: 'reading', file } });
    expect(play([{ type: 'fileRead', outcome: ready }], state)).toMatchObject({
      publishKey: 'k',
      upload: { status: 'ready' },
    });
  });

  test('without its file resumes at the upload step', () => {
    expect(restore('review', null)).toMatchObject({
      step: 'upload',
      upload: { status: 'none' },
      modal: { message: expect.stringContaining('Choose leads.csv again') as string },
    });
    expect(restore('name', null).step).toBe('name');
  });

  test('of another tab keeps the file that is read already, and gives up another one', () => {
    const restored = { type: 'restored', step: 'message', form: atReview().form } as const;
    const same = { ...restored, publishKey: null, file, reading: AS_WRITTEN, fileName: 'list.csv' };
    expect(play([same], atReview())).toMatchObject({ step: 'message', upload: { status: 'ready' } });
    const missing = { ...same, file: null, fileName: 'other.csv' };
    expect(play([missing], atReview())).toMatchObject({ step: 'upload', upload: { status: 'none' } });
  });

  test('with an unreadable file returns to the upload step', () => {
    const state = play(
      [{ type: 'fileRead', outcome: { kind: 'unreadable', message: 'gone' } }],
      restore('review', file),
    );
    expect(state).toMatchObject({ step: 'upload', modal: { kind: 'field', message: 'gone' } });
  });
});
