/**
 * How far back a listener is told of changes when it begins: whatever a screen has read before is no older than this,
 * so that nothing falls between its reading and its listening. In milliseconds.
 */
export const RECENT_MS = 60_000;
