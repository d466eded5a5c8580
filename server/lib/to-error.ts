/** Returns a caught value as an `Error`; any other value becomes the message of a new one. */
export function toError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(String(failure));
}
