import { EmbeddedMongodbUnavailable, SchemaRefused } from '#server/app/database/database.ts';
import { EnvError } from '#server/app/env/env.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { UsageError } from './usage-error.ts';

/** Prints a failure and returns its exit code: only the message for errors that the operator can fix. */
export function failureCode(error: unknown): 1 | 2 {
  const isUsage = error instanceof UsageError || error instanceof EnvError;
  const isOperators = error instanceof EmbeddedMongodbUnavailable || error instanceof SchemaRefused;
  const isKnown = isUsage || isOperators || error instanceof AppError;
  console.error(isKnown ? error.message : error);
  return isUsage ? 2 : 1;
}
