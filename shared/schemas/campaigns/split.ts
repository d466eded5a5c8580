import { z } from 'zod';

/** One of the two halves of a list, which hear different messages. */
export const splitSchema = z
  .strictObject({
    test: z
      .string()
      .regex(/^[\w-]{1,100}$/, 'must have 1 to 100 letters, digits, hyphens or underscores')
      .describe('The id of the test, of your own; both campaigns of a test have the same'),
    part: z.literal([1, 2]),
  })
  .describe(
    'Calls one half of the list, to compare two messages: a campaign of part 1 and one of part 2. In a test every number is in one half, by chance, whatever list it is on and when it is added; the first list is divided evenly, as near as can be. People of the other half are left out',
  );
export type Split = z.infer<typeof splitSchema>;

/** The campaigns of a test. */
export const halvesInput = splitSchema.pick({ test: true });
export const halvesOutput = z.object({
  halves: z.array(z.object({ part: splitSchema.shape.part, id: z.string() })),
});

/** The half of a campaign, with the campaign of the other one. */
export const splitView = splitSchema
  .extend({
    other: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .describe('The campaign of the other half; null where there is none'),
  })
  .nullable()
  .describe('The half of its list that it calls; null where it calls all of it');
