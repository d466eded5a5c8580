/** Maximum number of calls in one tRPC batch request; the client splits larger batches. */
export const MAX_CALLS_IN_BATCH = 20;
