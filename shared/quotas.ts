/** Uploads of voices that one user may begin within ten minutes, those called off included. */
export const MAX_OPEN_UPLOADS = 12;

/** Numbers on one user's do-not-call list. What a carrier reports is added beyond it. */
export const MAX_SUPPRESSIONS = { withPlan: 250_000, withoutPlan: 1_000 } as const;

/** Campaigns that one user may create within 24 hours, deleted ones included. */
export const MAX_CAMPAIGNS_A_DAY = 1_000;
