import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';

// zod and its settings are shared by the test files of a worker, and each side has its own.
const { customError } = z.config();
beforeAll(async () => {
  vi.resetModules();
  await import('./zod-messages.ts');
});
afterAll(() => {
  z.config({ customError });
  // The next file that imports the settings must apply them again.
  vi.resetModules();
});

it.each([
  [z.string(), undefined, 'is missing'],
  [z.string(), ['a'], 'must be a text'],
  [z.date(), 'a', 'is not valid'],
  [z.string().max(3), 'abcd', 'must have at most 3 characters'],
  [z.string().min(3), 'ab', 'must have at least 3 characters'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entries'],
  [z.int().max(5), 6, 'must be at most 5'],
  [z.int().min(5), 4, 'must be at least 5'],
  [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  [z.literal(true), 'c', 'is not valid'],
  [z.string().regex(/^a$/), 'b', 'is not valid'],
  [z.iso.datetime(), 'b', 'is not valid'],
  [z.union([z.string(), z.number()]), {}, 'is not valid'],
  [z.strictObject({}), { a: 1 }, 'Unknown field "a". There are none here.'],
  [z.strictObject({ name: z.any().optional() }), { Name: 1 }, 'Unknown field "Name". Did you mean "name"?'],
  [
    z.strictObject({ size: z.any().optional() }),
    { a: 1, b: 1 },
    'Unknown field "a". Known here: size.\nUnknown field "b". Known here: size.',
  ],
  [z.number().multipleOf(5), 3, 'is not valid'],
])('%# is explained in plain words', (schema, value, text) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(text);
});
