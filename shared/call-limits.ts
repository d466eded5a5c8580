/** How many calls one request to `/trpc` may carry; the client begins another request beyond it. */
export const MAX_CALLS_IN_BATCH = 20;
