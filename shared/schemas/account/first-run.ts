import { z } from 'zod';

/** What a new account does before its first campaign has been sent, in order. */
export const FIRST_RUN_STEPS = ['business', 'voice', 'contacts', 'plan', 'test', 'send'] as const;
export type FirstRunStep = (typeof FIRST_RUN_STEPS)[number];

/** `closed`: a campaign was sent, or the user does not want to see the steps. `done` is empty then. */
export const firstRunOutput = z.object({ closed: z.boolean(), done: z.array(z.enum(FIRST_RUN_STEPS)) });
export type FirstRun = z.infer<typeof firstRunOutput>;
