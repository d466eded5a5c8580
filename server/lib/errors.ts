import { ERROR_STATUS, type ErrorCode, type ErrorDetails } from '#shared/error-codes.ts';

/**
 * An expected refusal: a stable code, a text for a person and, where useful, the fields or lines at fault.
 * Everything else that is thrown is a fault of ours and reaches nobody but the log.
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

  /** The HTTP status this error answers. */
  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** The driver's names for a database that does not answer. */
const DATABASE_DOWN = new Set([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongooseServerSelectionError',
  'MongoPoolClearedError',
]);

/** 503 for what failed because the database does not answer; `undefined` for every other error. */
export function databaseDown(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || !DATABASE_DOWN.has(error.name)) return undefined;
  const text = 'Hark is not available for a moment. Please try again.';
  return new AppError('UNAVAILABLE', text, {}, { cause: error });
}

/** 401 for everybody who is not signed in. */
export function unauthenticated(): AppError {
  return new AppError('UNAUTHENTICATED', 'Please sign in.');
}

/** 404 for what does not exist and for what belongs to another user alike (contract §5). */
export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `${what} not found`);
}
