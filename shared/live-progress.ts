/**
 * A new subscriber also gets the changes of this period, in milliseconds. Data fetched before subscribing is never
 * older, so no change is missed in between.
 */
export const RECENT_MS = 60_000;
