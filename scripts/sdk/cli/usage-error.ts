/** A command that cannot be run as it was written. */
export class UsageError extends Error {}
