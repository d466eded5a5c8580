/** Voice uploads that one user may start within ten minutes, including cancelled ones. */
export const MAX_OPEN_UPLOADS = 12;

/** Numbers on one user's do-not-call list. Numbers reported by the carrier may exceed it. */
export const MAX_SUPPRESSIONS = { withPlan: 250_000, withoutPlan: 1_000 } as const;

/** Campaigns that one user may create within 24 hours, including deleted ones. */
export const MAX_CAMPAIGNS_A_DAY = 1_000;
