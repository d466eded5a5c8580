/** What a new account does before its first campaign has been sent, in order. */
export const FIRST_RUN_STEPS = ['business', 'voice', 'contacts', 'plan', 'test', 'send'] as const;
export type FirstRunStep = (typeof FIRST_RUN_STEPS)[number];
