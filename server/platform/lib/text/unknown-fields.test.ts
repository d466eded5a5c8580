import { expect, test } from 'vitest';
import { z } from 'zod';
import { sentencesOf, unknownFields } from './unknown-fields.ts';

/** The messages of the unknown fields of an input. */
function messagesOf(schema: z.ZodType, input: unknown): string[] {
  const { error } = schema.safeParse(input, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownFields(issue) : undefined),
  });
  return error?.issues.map(({ message }) => message) ?? [];
}

test('each unknown field is named, with the one that was meant or those that there are', () => {
  const schema = z.strictObject({ drop_date: z.string().optional(), name: z.string().optional() });
  const [message = ''] = messagesOf(schema, { dropDate: '', zzzzzz: '' });
  expect(sentencesOf(message)).toEqual([
    'Unknown field "dropDate". Did you mean "drop_date"?',
    'Unknown field "zzzzzz". Known here: drop_date, name.',
  ]);
  expect(messagesOf(z.strictObject({}), { a: 1 })).toEqual(['Unknown field "a". There are none here.']);
  const nested = z.object({ list: z.strictObject({}) });
  expect(messagesOf(nested, { list: { a: 1 } })).toEqual(['Unknown field "list.a". There are none here.']);
});
