/** The command line is not valid: its message is printed and the exit code is 2. */
export class UsageError extends Error {}
