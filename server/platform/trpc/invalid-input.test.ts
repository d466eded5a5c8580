import { expect, test } from 'vitest';
import { z } from 'zod';
import '#server/platform/lib/text/zod-messages.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { invalidInput, MAX_NAMED_FIELDS, parseInput } from './invalid-input.ts';

const SCHEMA = z.strictObject({
  name: z.string('A name is required'),
  person: z.strictObject({ age: z.number('The age is a number') }),
});

function refused(value: unknown): AppError {
  try {
    parseInput(SCHEMA, value);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('It was taken');
}

test('each unknown field is named by itself, before what is missing', () => {
  const error = refused({ nam: 1, other: 2, person: { age: 3, hight: 4 } });
  expect(error.details.fields).toEqual({
    nam: expect.stringContaining('nam') as string,
    other: expect.stringContaining('other') as string,
    'person.hight': expect.stringContaining('hight') as string,
    name: 'A name is required',
  });
  expect(error.message.indexOf('hight')).toBeLessThan(error.message.indexOf('name: A name is required'));
});

test('a field is named by its path, and the whole by “body”', () => {
  expect(refused({ name: 'Ana', person: { age: 'old' } }).details.fields).toEqual({
    'person.age': 'The age is a number',
  });
  expect(Object.keys(refused('text').details.fields ?? {})).toEqual(['body']);
});

test('so many fields are named at most', () => {
  const unknown = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`field_${String(at)}`, at]));
  expect(Object.keys(refused(unknown).details.fields ?? {})).toHaveLength(MAX_NAMED_FIELDS);
});

test('what cannot be read has no fields', () => {
  expect(invalidInput(new SyntaxError('Unexpected token')).details).toEqual({});
});
