import { NoDatabase } from '#server/app/database/command-database.ts';
import { EmbeddedMongodbUnavailable, refusedLogin, SchemaRefused } from '#server/app/database/database.ts';
import { EnvError } from '#server/app/env/env.ts';
import { BackupError } from '#server/platform/backup/backup-format.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { UsageError } from './usage-error.ts';

/** Errors that the operator can fix. */
const OPERATORS = [AppError, BackupError, EmbeddedMongodbUnavailable, NoDatabase, SchemaRefused];

/** Prints a failure and returns its exit code: only the message for errors that the operator can fix. */
export function failureCode(failure: unknown): 1 | 2 {
  const error = refusedLogin(failure) ?? failure;
  const isUsage = error instanceof UsageError || error instanceof EnvError;
  console.error(isUsage || isOperators(error) ? error.message : error);
  return isUsage ? 2 : 1;
}

/** Whether the operator can fix a failure, which its message says in one line. */
export function isOperators(error: unknown): error is Error {
  return OPERATORS.some((kind) => error instanceof kind);
}
