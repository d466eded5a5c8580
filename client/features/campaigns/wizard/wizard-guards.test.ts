import { describe, expect, test } from 'vitest';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { createErrorTable } from '#client/domain/import-file/error-table.ts';
import type { ContactFileSummary } from '#client/domain/import-file/file-summary.ts';
import { initialState, type WizardState } from './wizard-state.ts';
import { STEPS, stepFrom } from './wizard-steps.ts';
import { shareOf, swapped, withPart, type Upload } from './wizard-form.ts';
import {
  checkMessage,
  NO_FILE,
  ownNamesOf,
  publishBlocker,
  recordedSeconds,
  testRefusals,
  verdictOf,
} from './wizard-guards.ts';

const LIST = {
  status: 'list',
  list: { id: 'l', name: 'L', size: 9, columns: [], own_columns: ['plan'] },
} as unknown as Upload;
/** A file in which nobody has a city, and some no plan. */
const SUMMARY = {
  contacts: 2,
  own: [{ name: 'plan', header: 'Plan', empty: 1 }],
  empty: Object.fromEntries(CONTACT_COLUMNS.map(({ field }) => [field, field === 'city' ? 2 : 0])),
  longest: new Int32Array(CONTACT_COLUMNS.length + 1).fill(5),
} as unknown as ContactFileSummary;
const READY = { status: 'ready', summary: SUMMARY } as unknown as Upload;

function state(change: Partial<WizardState['form']> = {}, more: Partial<WizardState> = {}): WizardState {
  const start = initialState();
  return {
    ...start,
    upload: LIST,
    form: { ...start.form, name: 'Spring', message: 'Hi {first_name}', voiceId: 'v1', ...change },
    ...more,
  };
}
const invalid = (message: string, ...lines: number[]) => ({
  messageErrors: [
    { message, errors: createErrorTable(lines.map((line) => ({ line, message: 'The message is empty' }))) },
  ],
});

describe('the length of a recorded message', () => {
  const heard = { message: 'Hi {first_name}', voiceId: 'v1', seconds: 12 };
  test.each([
    [{ message: ' Hi {first_name} ' }, heard, 12],
    [{ message: 'Hi' }, heard, undefined],
    [{ voiceId: 'v2' }, heard, undefined],
    [{}, null, undefined],
  ])('counts while message and voice are the same (%#)', (change, last, seconds) => {
    expect(recordedSeconds(state(change, { heard: last }))).toBe(seconds);
  });

  test('is part of the verdict', () => {
    const sender = { businessName: '', callbackNumber: '', signature: '', rules: 'enforced' } as const;
    const codes = (seconds: number) =>
      verdictOf(state({}, { sender, heard: { ...heard, seconds } })).findings.map(({ code }) => code);
    expect([codes(12).includes('too_long'), codes(500).includes('too_long')]).toEqual([false, true]);
    const overridden = state(
      { messageOverrides: ['too_long'] },
      { sender, heard: { ...heard, seconds: 500 } },
    );
    expect(verdictOf(overridden).problems.map(({ code }) => code)).not.toContain('too_long');
  });
});

test('own columns of a list or a file can be used, and any until they are known', () => {
  const kept = { status: 'kept', campaign: {} } as unknown as Upload;
  expect([LIST, READY, kept, { status: 'none' } as const].map((upload) => ownNamesOf(upload))).toEqual([
    ['plan'],
    ['plan'],
    'any',
    'any',
  ]);
});

test.each<[string, string, Partial<WizardState>, string]>([
  ['a list', '{city}', { upload: LIST }, 'valid'],
  ['no message', ' ', { upload: READY }, 'valid'],
  ['an unknown placeholder', '{nothing}', { upload: READY }, 'valid'],
  ['a cell that all have', '{first_name}', { upload: READY }, 'valid'],
  ['a cell that some lack', '{city}', { upload: READY }, 'pending'],
  ['an own cell that some lack', '{plan}', { upload: READY }, 'pending'],
  ['cells that were read', ' {city} ', { upload: READY, ...invalid('{city}') }, 'valid'],
  ['cells that some lack', '{city}', { upload: READY, ...invalid('{city}', 2, 3) }, 'invalid'],
  ['cells of another message', '{city}', { upload: READY, ...invalid('{state}', 2) }, 'pending'],
])('a message with %s', (_, message, more, kind) => {
  expect(checkMessage(state({ message }, more)).kind).toBe(kind);
});

describe('what keeps a campaign from being published', () => {
  const text = (one: WizardState) => {
    const modal = publishBlocker(one);
    return modal === null ? null : 'message' in modal ? modal.message : modal.kind;
  };
  const fill = 'Please fill in campaign name and message.';
  const both = 'Please enter both messages, or remove one';
  const other = (message: string) => ({ other: { message, messageOverrides: [] } });

  test.each<[string, WizardState, string | null]>([
    ['nothing', state(), null],
    ['no file', state({}, { upload: { status: 'none' } }), NO_FILE],
    ['a rejected file', state({}, { upload: { status: 'rejected' } as unknown as Upload }), NO_FILE],
    ['no name', state({ name: ' ' }), fill],
    ['no message', state({ message: ' ' }), fill],
    ['no second message', state(other(' ')), both],
    [
      'two equal messages',
      state(other(' Hi {first_name}')),
      'Both messages are the same. Change one, or remove it.',
    ],
    [
      'lines without a message',
      state({ message: '{city}' }, { upload: READY, ...invalid('{city}', 2) }),
      'messageErrors',
    ],
    [
      'lines without the other message',
      state(other('{city}'), { upload: READY, ...invalid('{city}', 2) }),
      'messageErrors',
    ],
    [
      'lines without the other message, whose half is scheduled',
      state(other('{city}'), { upload: READY, ...invalid('{city}', 2), first: {} as never }),
      null,
    ],
  ])('%s', (_, one, said) => {
    expect(text(one)).toBe(said);
  });

  test('a placeholder that no list has, in either message', () => {
    expect(text(state({ message: 'Hi {nothing}' }))).toContain('nothing');
    expect(text(state(other('Hi {nothing}')))).toContain('nothing');
  });

  test('hours without a day', () => {
    const callingHours = { ...initialState().form.callingHours, days: [] };
    expect(text(state({ callingHours }))).toBe('Please choose at least one day');
  });
});

test('a test of the message does not wait for what others on the list hear', () => {
  const some = state({ message: '{city}' }, { upload: READY, ...invalid('{city}', 2) });
  expect(testRefusals(some)).toEqual([]);
  expect(testRefusals(state({ message: 'Hi {nothing}' }))).toHaveLength(1);
});

test('two messages share the calls, and change places as they are shown', () => {
  expect([null, 1, 2, 3, 10].map((whole) => [shareOf(whole, 1), shareOf(whole, 2)])).toEqual([
    [null, null],
    [1, 1],
    [1, 1],
    [2, 1],
    [5, 5],
  ]);
  const { form } = state({
    other: { message: 'Two', messageOverrides: ['b'] },
    messageOverrides: ['a'],
    part: 1,
  });
  const second = swapped(form);
  expect(second).toMatchObject({
    message: 'Two',
    messageOverrides: ['b'],
    part: 2,
    other: { message: 'Hi {first_name}', messageOverrides: ['a'] },
  });
  expect([swapped(second), withPart(form, 1), withPart(form, 2)]).toEqual([form, form, second]);
  expect(swapped(state().form)).toEqual(state().form);
});

test('steps have their labels and names, in order', () => {
  expect(STEPS.map(({ id, label, name }) => [id, label, name])).toEqual([
    ['intro', '', undefined],
    ['name', 'Type', 'Name'],
    ['upload', 'Upload', 'Contacts'],
    ['message', 'Message', undefined],
    ['voice', 'Schedule', 'Voice'],
    ['schedule', 'Schedule', 'Days and hours'],
    ['review', 'Review', undefined],
    ['success', 'Complete', undefined],
  ]);
  expect([stepFrom('intro', -1), stepFrom('intro', 1), stepFrom('success', 1)]).toEqual([
    'intro',
    'name',
    'success',
  ]);
});
