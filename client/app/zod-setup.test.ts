import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';

// zod and its settings are shared by the test files of a worker, and each side has its own.
const { customError } = z.config();
beforeAll(async () => {
  vi.resetModules();
  await import('./zod-setup.ts');
});
afterAll(() => {
  z.config({ customError });
});

/** A schema without messages and a value that it refuses, of every kind of issue. */
const CASES: Record<z.core.$ZodIssue['code'], [schema: z.ZodType, value: unknown, message: string]> = {
  invalid_type: [z.string(), 1, 'must be a text'],
  too_big: [z.string().max(1), 'ab', 'must have at most 1 characters'],
  too_small: [z.array(z.string()).min(1), [], 'must have at least 1 entries'],
  invalid_format: [z.email(), 'a', 'is not valid'],
  not_multiple_of: [z.number().multipleOf(5), 3, 'is not valid'],
  unrecognized_keys: [z.strictObject({}), { a: 1 }, 'is not valid'],
  invalid_union: [z.union([z.string(), z.number()]), {}, 'is not valid'],
  invalid_key: [z.record(z.string().max(1), z.string()), { ab: '' }, 'is not valid'],
  invalid_element: [z.map(z.unknown(), z.string()), new Map([[{}, 1]]), 'is not valid'],
  invalid_value: [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  custom: [z.string().refine(() => false), 'a', 'is not valid'],
};

it.each(Object.entries(CASES))('a form explains %s in plain words', (code, [schema, value, message]) => {
  const issues = schema.safeParse(value).error?.issues;
  expect(issues?.map((issue) => [issue.code, issue.message])).toEqual([[code, `This field ${message}`]]);
});

it('a message of a schema is kept', () => {
  expect(z.string().min(1, 'A name is required').safeParse('').error?.issues[0]?.message).toBe(
    'A name is required',
  );
});
