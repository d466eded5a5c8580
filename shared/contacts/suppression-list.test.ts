import { expect, test } from 'vitest';
import { readPhone } from './phone-number.ts';
import { IMPORT_SAMPLE, readNumberList } from './suppression-list.ts';

const recordsOf = (text: string) => text.split(/\r?\n/).map((line) => line.split(','));

test('a list without a header contains only numbers, one or several per line', () => {
  expect(readNumberList(recordsOf('2025550143\n\n(202) 555-0144, 202-555-0145\n'))).toEqual({
    phones: ['12025550143', '12025550144', '12025550145'],
    repeated: 0,
    errors: [],
  });
});

test('a contact list contributes the dialled numbers', () => {
  const list = 'id,FirstName,PhoneNumber,RecommendedPhone\n1,Ana,+12025550143,12025550199\n';
  expect(readNumberList(recordsOf(list)).phones).toEqual(['12025550199']);
  expect(readNumberList(recordsOf('\ufeffPhone Number,Name\n2025550143,Ana')).phones).toEqual([
    '12025550143',
  ]);
});

test('invalid lines are reported by number and repeated numbers counted', () => {
  const { phones, repeated, errors } = readNumberList(
    recordsOf('Phone,Name\n2025550143,Ana\n\n555-0143,Bo\n,Cy\n+1 202 555 0143,Di\n2025550144,Ed'),
  );
  expect(phones).toEqual(['12025550143', '12025550144']);
  expect(repeated).toBe(1);
  expect(errors).toEqual([
    { line: 4, message: '"555-0143" is not a US or Canadian phone number: it has too few digits' },
    { line: 5, message: 'Missing phone number' },
  ]);
});

test('long cells are truncated in errors, and an empty list has no numbers', () => {
  expect(readNumberList([['x'.repeat(500)]]).errors[0]?.message).toBe(
    `"${'x'.repeat(40)}…" is not a US or Canadian phone number`,
  );
  expect(readNumberList([['']])).toEqual({ phones: [], repeated: 0, errors: [] });
  expect(readNumberList([])).toEqual({ phones: [], repeated: 0, errors: [] });
});

test('the sample file is a valid list', () => {
  const { phones, errors } = readNumberList(recordsOf(IMPORT_SAMPLE));
  expect(errors).toEqual([]);
  expect(phones.map(readPhone)).toEqual(phones);
  expect(phones).toHaveLength(2);
});
