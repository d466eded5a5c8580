/** Returns a caught value as an error; one that is none becomes the message of a new one. */
export function toError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(String(failure));
}
