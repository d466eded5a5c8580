import { ERROR_STATUS, type ErrorCode, type ErrorDetails } from '#shared/error-codes.ts';

/**
 * An expected error: a stable code, a message for the user and, if applicable, the invalid fields or lines. Any other thrown
 * error is a bug and is only logged.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  /** The HTTP status of this error. */
  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** The driver's error names for an unreachable database. */
const DATABASE_DOWN = new Set([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongooseServerSelectionError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
]);

/**
 * The server's error codes during a fail-over or a shutdown: ShutdownInProgress, PrimarySteppedDown, NotWritablePrimary,
 * InterruptedAtShutdown, InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary.
 */
const NO_PRIMARY = new Set<unknown>([91, 189, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** The driver's error names for responses of a server; other errors may have codes of their own. */
const FROM_SERVER = new Set(['MongoServerError', 'MongoBulkWriteError', 'MongoWriteConcernError']);

/** Returns an UNAVAILABLE error if the database cannot be reached or has no primary; undefined for other errors. */
export function databaseDown(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined;
  const hasNoPrimary = FROM_SERVER.has(error.name) && 'code' in error && NO_PRIMARY.has(error.code);
  if (!hasNoPrimary && !DATABASE_DOWN.has(error.name)) return undefined;
  const text = 'Hark is not available for a moment. Please try again.';
  return new AppError('UNAVAILABLE', text, {}, { cause: error });
}

/** Returns INVALID_INPUT (400) for one field, whose problem is also the message by default. */
export function invalidField(field: string, problem: string, message = problem): AppError {
  return new AppError('INVALID_INPUT', message, { fields: { [field]: problem } });
}

/** Returns INVALID_INPUT (400) for one field, which the message names: `cursor: This is not a cursor of this list`. */
export function invalidParameter(field: string, problem: string): AppError {
  return invalidField(field, problem, `${field}: ${problem}`);
}

/** Returns the error for requests without a session (401). */
export function unauthenticated(): AppError {
  return new AppError('UNAUTHENTICATED', 'Please sign in.');
}

/** Returns the error that ends work whose sender is gone; nobody receives it. */
export function requestAborted(): AppError {
  return new AppError('INVALID_INPUT', 'The request was aborted.');
}

/** Returns NOT_FOUND (404), also for objects of other users, so that responses do not disclose them. */
export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `${what} not found`);
}

/** Returns a caught value as an `Error`; any other value becomes the message of a new one. */
export function toError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(String(failure));
}
