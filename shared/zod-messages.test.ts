import { expect, test } from 'vitest';
import { z } from 'zod';
import { messageOf } from './zod-messages.ts';

/** The messages of an input by the texts of this file. */
function messagesOf(schema: z.ZodType, input: unknown): string[] {
  const { error } = schema.safeParse(input, { error: messageOf });
  return error?.issues.map(({ message }) => message) ?? [];
}

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'is missing'],
  [z.string(), 1, 'must be a text'],
  [z.number(), 'x', 'must be a number'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.boolean(), 'x', 'must be true or false'],
  [z.array(z.string()), 'x', 'must be a list'],
  [z.object({}), 'x', 'must be an object'],
  [z.date(), 'x', 'is not valid'],
  [z.string().max(3), 'long', 'must have at most 3 characters'],
  [z.string().min(3), 'x', 'must have at least 3 characters'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entries'],
  [z.array(z.string()).min(1), [], 'must have at least 1 entries'],
  [z.number().max(3), 4, 'must be at most 3'],
  [z.number().min(3), 2, 'must be at least 3'],
  [z.int().positive(), 0, 'must be more than 0'],
  [z.number().negative(), 0, 'must be less than 0'],
  [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  [z.literal('a'), 'c', 'is not valid'],
  [z.string().regex(/a/), 'b', 'is not valid'],
  [z.strictObject({}), { a: 1 }, 'is not valid'],
])('what is wrong is said in words (%#)', (schema, input, message) => {
  expect(messagesOf(schema, input)).toEqual([message]);
});
