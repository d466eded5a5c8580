import { expect, test } from 'vitest';
import { COLUMN } from '#shared/contacts/columns/column-mapping.ts';
import { suggestMapping } from '#shared/contacts/columns/suggest-mapping.ts';
import { chosenValue, NO_LAST_NAME, NUMBERED, withChoice } from './mapping-form.ts';

const { mapping } = suggestMapping(['A', 'B', 'C'], []);
const { id, first_name, last_name, phone_number, recommended_phone } = COLUMN;

test('rows are numbered until a column is chosen for the id', () => {
  expect(chosenValue(mapping, id)).toBe(NUMBERED);
  const chosen = withChoice(mapping, id, '1');
  expect([chosenValue(chosen, id), chosen.numbersRows]).toEqual(['1', false]);
  expect(chosenValue(withChoice(chosen, id, NUMBERED), id)).toBe(NUMBERED);
});

test('the number to call is the number on the list until another is chosen for it', () => {
  const first = withChoice(mapping, recommended_phone, '1');
  expect(chosenValue(first, phone_number)).toBe('1');
  const second = withChoice(first, recommended_phone, '2');
  expect(chosenValue(second, phone_number)).toBe('2');
  const other = withChoice(withChoice(second, phone_number, '0'), recommended_phone, '1');
  expect([chosenValue(other, phone_number), chosenValue(other, recommended_phone)]).toEqual(['0', '1']);
});

test('a last name may be missing where there is none, or where one column has both', () => {
  const none = withChoice(mapping, last_name, NO_LAST_NAME);
  expect([chosenValue(none, last_name), none.lastNameOptional]).toEqual([NO_LAST_NAME, true]);
  expect(withChoice(none, last_name, '1').lastNameOptional).toBe(false);
  const split = withChoice(withChoice(mapping, first_name, '0'), last_name, '0');
  expect([chosenValue(split, last_name), split.lastNameOptional]).toEqual(['0', true]);
  expect(chosenValue(withChoice(none, last_name, '-1'), last_name)).toBe('-1');
});
