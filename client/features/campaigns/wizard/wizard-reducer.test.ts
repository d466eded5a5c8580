import { describe, expect, test } from 'vitest';
import type { ContactFileOutcome } from '#client/features/campaigns/contact-file/file-summary.ts';
import { createErrorTable } from '#client/features/campaigns/contact-file/error-table.ts';
import { publishBlocker } from './wizard-guards.ts';
import { wizardReducer } from './wizard-reducer.ts';
import { initialState, STEPS, type Step, type WizardAction, type WizardState } from './wizard-state.ts';

const file = new File(['x'], 'list.csv');
const summary = { contacts: 9, columns: ['id' as const], empty: {}, longest: new Int32Array(13) };
const ready: ContactFileOutcome = { kind: 'ready', summary };
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

describe('a message that not everyone can be given', () => {
  const doubtful: ContactFileOutcome = {
    kind: 'ready',
    summary: { contacts: 9, columns: ['city'], empty: { city: 2 }, longest: new Int32Array(13) },
  };
  const atMessage = play([
    next,
    named,
    next,
    uploaded[0] ?? next,
    { type: 'fileRead', outcome: doubtful },
    next,
  ]);
  const asked = (...errors: { line: number; message: string }[]): WizardAction => ({
    type: 'misfitsFound',
    message: '{city}',
    errors: createErrorTable(errors),
  });
  const wanted = edit({ message: ' {city} ' });

  test('is not left before the list was looked through', () => {
    expect(play([wanted, next], atMessage)).toMatchObject({ step: STEPS.message, modal: null });
    expect(play([asked(), wanted, next], atMessage).step).toBe(STEPS.voice);
    expect(play([asked(), edit({ message: '{state}' }), next], atMessage).step).toBe(STEPS.message);
  });

  test('is not left while there are any', () => {
    const problem = { line: 3, message: 'The message is empty for this contact' };
    expect(play([wanted, asked(problem), next], atMessage)).toMatchObject({
      step: STEPS.message,
      modal: { kind: 'misfits', errors: createErrorTable([problem]) },
    });
  });

  test('is asked about again for another file', () => {
    const again = [...uploaded.slice(0, 1), { type: 'fileRead', outcome: doubtful } as const];
    expect(play([wanted, asked(), ...again, next], atMessage).step).toBe(STEPS.message);
  });
});

describe('Continue', () => {
  test('leads from the intro to the review when every step has what it needs', () => {
    expect(atReview()).toMatchObject({ step: STEPS.review, modal: null, upload: { status: 'ready' } });
  });

  test('does not leave the review; publishing does', () => {
    expect(play([next], atReview()).step).toBe(STEPS.review);
  });

  test.each([{}, { name: 'Spring' }, { description: 'Open house' }, { name: ' ', description: 'x' }])(
    'step 1 needs name and description: %j',
    (change) => {
      expect(play([next, edit(change), next])).toMatchObject({ step: STEPS.name, nameRefused: true });
    },
  );

  test('step 2 needs parsed contacts', () => {
    expect(play([next, named, next, next])).toMatchObject({
      step: STEPS.upload,
      modal: { kind: 'field', message: 'Please upload a valid CSV file' },
    });
  });

  test('step 2 waits for a file that is being read, without a word', () => {
    expect(play([next, named, next, { type: 'fileChosen', file }, next])).toMatchObject({
      step: STEPS.upload,
      modal: null,
    });
  });

  test.each([
    [STEPS.message, { message: ' ' }, 'missing', 'Please enter a message'],
    [STEPS.message, { message: 'Hi {nickname}' }, 'field', 'Unknown placeholder: {nickname}'],
    [STEPS.voice, { voiceId: null }, 'missing', 'Please select a voice'],
    [STEPS.schedule, { startDate: null }, 'missing', 'Please select dates and frequency'],
  ] as const)('step %i refuses %j', (step, change, kind, message) => {
    const state = play([{ type: 'jumped', step }, edit(change), next], atReview());
    expect(state).toMatchObject({ step, modal: { kind, message } });
  });
});

test('Back moves one step back, and not before the intro', () => {
  const back: WizardAction = { type: 'wentBack' };
  expect(play([back], atReview()).step).toBe(STEPS.schedule);
  expect(play([next, back, back]).step).toBe(STEPS.intro);
});

describe('the file', () => {
  const choose: WizardAction = { type: 'fileChosen', file };
  const read = (outcome: ContactFileOutcome) =>
    play([next, named, next, choose, { type: 'fileRead', outcome }]);
  const errors = createErrorTable([{ line: 3, message: 'Duplicate phone number' }]);

  test('with wrong headers opens the header modal and is not taken', () => {
    expect(read({ kind: 'header', errors })).toMatchObject({
      upload: { status: 'rejected', message: 'Invalid CSV headers. Please use sample.' },
      modal: { kind: 'header' },
    });
  });

  test('with row errors opens the data modal with all of them', () => {
    expect(read({ kind: 'data', errors })).toMatchObject({
      upload: { status: 'rejected' },
      modal: { kind: 'data', errors },
    });
  });

  test('that is no list says why', () => {
    const message = 'The file is empty.';
    expect(read({ kind: 'unreadable', message }).modal).toEqual({ kind: 'field', message });
  });

  test('closing the modal clears it; removing the file clears rows, errors and name', () => {
    const closed = play([{ type: 'modalClosed' }], read({ kind: 'data', errors }));
    expect(closed.modal).toBeNull();
    expect(play([{ type: 'fileRemoved' }], closed).upload).toEqual({ status: 'none' });
  });

  test('what a worker says of a file that was taken away meanwhile is not heard', () => {
    const state = play([choose, { type: 'fileRemoved' }, { type: 'fileRead', outcome: ready }]);
    expect(state.upload).toEqual({ status: 'none' });
    expect(play([{ type: 'fileProgressed', bytes: 5 }], state).upload).toEqual({ status: 'none' });
  });
});

test('a good file that became unreadable is asked for again; nothing else is news of it', () => {
  const gone: ContactFileOutcome = { kind: 'unreadable', message: 'Please choose it again.' };
  const atUpload = play(
    [
      { type: 'publishStarted', key: 'k' },
      { type: 'fileRead', outcome: gone },
    ],
    atReview(),
  );
  expect(atUpload).toMatchObject({
    step: STEPS.upload,
    publishing: false,
    upload: { status: 'rejected' },
    modal: { kind: 'field', message: 'Please choose it again.' },
  });
  const later: ContactFileOutcome[] = [
    { kind: 'ready', summary: { ...summary, contacts: 3 } },
    { kind: 'header', errors: createErrorTable([{ line: 1, message: 'Invalid headers' }]) },
    { kind: 'data', errors: createErrorTable([{ line: 2, message: 'Duplicate phone number' }]) },
  ];
  for (const outcome of later) {
    const before = atReview();
    expect(play([{ type: 'fileRead', outcome }], before)).toBe(before);
  }
});

describe('a voice that was deleted elsewhere', () => {
  const gone: WizardAction = { type: 'voiceGone' };

  test('is asked for again by who went on with it', () => {
    expect(play([gone], atReview())).toMatchObject({
      step: STEPS.voice,
      form: { voiceId: null },
      modal: { kind: 'missing', message: 'The voice you selected was deleted. Please select another one.' },
    });
  });

  test('is no longer chosen on the steps up to its own', () => {
    const at = play([{ type: 'jumped', step: STEPS.message }], atReview());
    expect(play([gone], at)).toMatchObject({ step: STEPS.message, form: { voiceId: null }, modal: null });
  });

  test('makes it another campaign', () => {
    const failed = play(
      [
        { type: 'publishStarted', key: 'k' },
        { type: 'publishFailed', failure },
      ],
      atReview(),
    );
    expect(play([gone], failed).publishKey).toBeNull();
  });

  test('changes nothing while the campaign is on its way', () => {
    const publishing = play([{ type: 'publishStarted', key: 'k' }], atReview());
    expect(play([gone], publishing)).toBe(publishing);
  });
});

describe('publishing', () => {
  test('failing keeps everything and the key, so that trying again is the same campaign', () => {
    const state = play(
      [
        { type: 'publishStarted', key: 'k' },
        { type: 'publishFailed', failure },
      ],
      atReview(),
    );
    expect(state).toMatchObject({
      step: STEPS.review,
      publishing: false,
      publishKey: 'k',
      modal: { kind: 'failure', failure },
    });
    expect(state.form).toEqual(atReview().form);
  });

  test('any change makes it another campaign', () => {
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

  test('nothing changes while it is on its way', () => {
    const state = play(
      [{ type: 'publishStarted', key: 'k' }, edit({ name: 'Summer' }), { type: 'fileRemoved' }],
      atReview(),
    );
    expect(state).toMatchObject({ form: { name: 'Spring' }, upload: { status: 'ready' }, publishKey: 'k' });
  });

  test('success is the last step', () => {
    const campaign = {
      name: 'Spring',
      contacts: 9,
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
    expect(state).toMatchObject({ step: STEPS.success, published: campaign, publishing: false });
  });

  test.each([
    [{ type: 'fileRemoved' }, 'No CSV file found. Please upload a file first.'],
    [edit({ name: '' }), 'Please fill in campaign name and message.'],
    [edit({ message: ' ' }), 'Please fill in campaign name and message.'],
  ] as const)('after %j it is refused', (action, message) => {
    expect(publishBlocker(play([action], atReview()))).toBe(message);
    expect(publishBlocker(atReview())).toBeNull();
  });
});

describe('a restored draft', () => {
  const restore = (step: Step, kept: File | null) =>
    play([{ type: 'restored', step, form: atReview().form, publishKey: 'k', file: kept }]);

  test('goes on where it was left, with its key, once its file is read again', () => {
    const state = restore(STEPS.review, file);
    expect(state).toMatchObject({ step: STEPS.review, publishKey: 'k', upload: { status: 'reading', file } });
    expect(play([{ type: 'fileRead', outcome: ready }], state)).toMatchObject({
      publishKey: 'k',
      upload: { status: 'ready' },
    });
  });

  test('without its file goes on at the upload', () => {
    expect(restore(STEPS.review, null)).toMatchObject({ step: STEPS.upload, upload: { status: 'none' } });
    expect(restore(STEPS.name, null).step).toBe(STEPS.name);
  });

  test('whose file is good no more goes back to the upload', () => {
    const state = play(
      [{ type: 'fileRead', outcome: { kind: 'unreadable', message: 'gone' } }],
      restore(STEPS.review, file),
    );
    expect(state).toMatchObject({ step: STEPS.upload, modal: { kind: 'field', message: 'gone' } });
  });
});
