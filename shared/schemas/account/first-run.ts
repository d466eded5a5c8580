import { z } from 'zod';
import { FIRST_RUN_STEPS } from '#shared/first-run.ts';

/** `closed`: a campaign was sent, or the user does not want to see the steps. `done` is empty then. */
export const firstRunOutput = z.object({ closed: z.boolean(), done: z.array(z.enum(FIRST_RUN_STEPS)) });
export type FirstRun = z.infer<typeof firstRunOutput>;
