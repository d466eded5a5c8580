/** What an error of the API says, beside what the error itself has. */
interface ErrorBody {
  code?: string;
  message?: string;
}

/** An answer of Hark that refuses a request. */
export class HarkError extends Error {
  override readonly name = 'HarkError';
  /** The status of the answer; 0 if there was none. */
  readonly status: number;
  /** The code of the error, as the guide to errors lists it; `NO_ANSWER` without an answer. */
  readonly code: string;
  /** All that the answer says, for example the credits that are missing. */
  readonly body: unknown;
  /** The `Idempotency-Key` of the call: sent again with it, the call takes effect once. */
  idempotencyKey?: string;

  constructor(status: number, body: unknown, options?: ErrorOptions) {
    const { code, message } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
    super(message ?? `Hark answered with status ${String(status)}.`, options);
    this.status = status;
    this.code = code ?? 'UNKNOWN';
    this.body = body;
  }
}

/** Returns the error of a request that was not answered. */
export function noAnswer(cause: unknown): HarkError {
  return new HarkError(0, { code: 'NO_ANSWER', message: 'Hark could not be reached.' }, { cause });
}
