// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { IMPORT_BATCH } from '#shared/contacts/suppression-list.ts';
import type { SuppressionView } from '#shared/schemas/calling/suppressions.ts';
import { held, noResponse, refusal, type Answers } from '#client/testing/fake-server.ts';
import {
  button,
  click,
  enter,
  field,
  hasButton,
  isDisabled,
  noteOf,
  problemOf,
  text,
} from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import AddNumberDialog from './add-number-dialog.tsx';
import RemoveNumberDialog from './remove-number-dialog.tsx';
import { ReviewNumbers } from './review-numbers.tsx';

const NUMBER: SuppressionView = {
  phone: '12025550143',
  source: 'added',
  campaign_name: null,
  reason: null,
  added_at: '2026-11-20T09:30:00.000Z',
};
const suppressions = (answers: NonNullable<Answers['suppressions']>) => ({
  answers: { suppressions: answers },
});

test.each([
  [true, '+1 (202) 555-0143 will no longer be called.'],
  [false, '+1 (202) 555-0143 is already on the list.'],
])('a number is added once in its dialled form; it is new: %s', async (added, said) => {
  const onClose = vi.fn();
  const answer = held<{ phone: string; added: boolean }>();
  const screen = await renderScreen(
    <AddNumberDialog onClose={onClose} />,
    suppressions({ add: () => answer.promise }),
  );
  await click('Add Number');
  expect(noteOf('Phone Number')).toBe('A phone number is required');
  await enter('Phone Number', '(202) 555-0143');
  await click('Add Number', 2);
  expect(screen.sent('suppressions.add')).toEqual([{ phone: '12025550143' }]);
  await turn(() => {
    answer.give({ phone: '12025550143', added });
  });
  expect(text()).toContain(said);
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  [refusal('The list is full'), 'The list is full'],
  [noResponse(), 'The number could not be added. Please try again.'],
])('a number that is refused stays in its field', async (error, said) => {
  const onClose = vi.fn();
  await renderScreen(
    <AddNumberDialog onClose={onClose} />,
    suppressions({ add: () => Promise.reject(error) }),
  );
  await enter('Phone Number', '2025550143');
  await click('Add Number');
  expect(problemOf()).toBe(said);
  expect(field('Phone Number').value).toBe('2025550143');
  await click('Cancel');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a number that was added by hand is removed without a reason', async () => {
  const onClose = vi.fn();
  const screen = await renderScreen(
    <RemoveNumberDialog number={NUMBER} onClose={onClose} />,
    suppressions({ remove: () => ({ success: true }) }),
  );
  expect(text()).toContain('Remove +1 (202) 555-0143?');
  expect(field('Reason (optional)').value).toBe('');
  await click('Remove');
  expect(screen.sent('suppressions.remove')).toEqual([{ phone: '12025550143' }]);
  expect(text()).toContain('+1 (202) 555-0143 can be called again.');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a number of a person who asked for it is removed with a reason only', async () => {
  const screen = await renderScreen(
    <RemoveNumberDialog number={{ ...NUMBER, source: 'stop page' }} onClose={vi.fn()} />,
    suppressions({ remove: () => ({ success: true }) }),
  );
  await enter('Reason', '  ');
  await click('Remove');
  expect(noteOf('Reason')).toBe('Please say why this person may be called again');
  expect(screen.sent('suppressions.remove')).toEqual([]);
  await enter('Reason', 'They asked for it');
  await click('Remove');
  expect(screen.sent('suppressions.remove')).toEqual([{ phone: '12025550143', reason: 'They asked for it' }]);
});

test.each([
  [refusal('None', { status: 404 }), '+1 (202) 555-0143 was no longer on the list.', 1],
  [refusal('Not now', { status: 409 }), 'Not now', 0],
  [noResponse(), 'The number could not be removed. Please try again.', 0],
])(
  'a removal that fails says why and keeps the reason, unless the number is gone',
  async (error, said, closed) => {
    const onClose = vi.fn();
    await renderScreen(
      <RemoveNumberDialog number={{ ...NUMBER, source: 'stop page' }} onClose={onClose} />,
      suppressions({ remove: () => Promise.reject(error) }),
    );
    await enter('Reason', 'They asked for it');
    await click('Remove');
    expect(text()).toContain(said);
    expect(field('Reason').value).toBe('They asked for it');
    expect(onClose).toHaveBeenCalledTimes(closed);
  },
);

const phones = (count: number) => Array.from({ length: count }, (_, at) => String(12_025_550_000 + at));
const list = (count: number, change = {}) => ({
  phones: phones(count),
  repeated: 0,
  invalid: 0,
  errors: [],
  ...change,
});

test('a list is sent in batches; a failed one goes on where it stopped', async () => {
  const onClose = vi.fn();
  const sizes: number[] = [];
  let failing = true;
  await renderScreen(
    <ReviewNumbers isTyped list={list(IMPORT_BATCH + 1)} onBack={vi.fn()} onClose={onClose} />,
    suppressions({
      importBatch: (input) => {
        if (input.phones.length === 1 && failing) throw noResponse();
        sizes.push(input.phones.length);
        return { added: input.phones.length, known: 0 };
      },
    }),
  );
  expect(isDisabled('Back')).toBe(false);
  const all = (IMPORT_BATCH + 1).toLocaleString('en-US');
  await click(`Add ${all} numbers`);
  expect(text()).toContain('The numbers could not be added. Please try again.');
  expect(isDisabled('Back')).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
  failing = false;
  await click('Continue');
  expect(sizes).toEqual([IMPORT_BATCH, 1]);
  expect(text()).toContain(`${all} numbers added.`);
  expect(onClose).toHaveBeenCalledOnce();
});

test('what was on the list already is counted apart', async () => {
  await renderScreen(
    <ReviewNumbers isTyped list={list(5, { repeated: 1 })} onBack={vi.fn()} onClose={vi.fn()} />,
    suppressions({ importBatch: () => ({ added: 3, known: 2 }) }),
  );
  expect(text()).toContain('5 numbers can be added. 1 duplicate was left out.');
  await click('Add 5 numbers');
  expect(text()).toContain('3 numbers added, 2 were already on the list.');
});

const errors = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ line: at + 2, field: 'phone', message: 'No number' }));

test.each([
  [1, '1 line cannot be read It will be skipped.', 'Line 2: No number', false],
  [100, '100 lines cannot be read They will be skipped.', 'Line 101: No number', false],
  [101, '101 lines cannot be read', 'and 1 more in the error file', true],
])('a list with %i lines that cannot be read says so', async (count, title, last, more) => {
  const onBack = vi.fn();
  await renderScreen(
    <ReviewNumbers
      isTyped
      list={list(1, { invalid: count, errors: errors(count) })}
      onBack={onBack}
      onClose={vi.fn()}
    />,
  );
  expect(text()).toContain(title);
  expect(text()).toContain(last);
  expect(text().includes('more in the error file')).toBe(more);
  await click('Back');
  expect(onBack).toHaveBeenCalledOnce();
});

test('a list without numbers offers only to go back', async () => {
  await renderScreen(<ReviewNumbers isTyped list={list(0)} onBack={vi.fn()} onClose={vi.fn()} />);
  expect(text()).toContain('No valid numbers were found.');
  expect(hasButton('Add 0 numbers')).toBe(false);
  expect(button('Back')).toBeDefined();
});
