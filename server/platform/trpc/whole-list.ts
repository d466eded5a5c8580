import type { z } from 'zod';
import { nextPage } from '#shared/schemas/list-cursor.ts';

/**
 * Returns what the REST call of a list that is always returned whole adds to its route: a `next`, which is null, so that
 * programs read it like the lists with pages.
 */
export function wholeList<Output extends z.ZodObject>(output: Output) {
  return {
    bodySchema: output.extend({ next: nextPage.describe('Null: all are on this page') }),
    toBody: (list: z.infer<Output>) => ({ ...list, next: null }),
  };
}
