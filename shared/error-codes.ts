/**
 * The stable error codes of Hark, with the HTTP status each one answers.
 * A code never changes its meaning; texts for people may.
 */
export const ERROR_STATUS = {
  INVALID_INPUT: 400,
  INVALID_CSV: 400,
  LINK_USED: 400,
  LINK_INVALID: 400,
  EMAIL_NOT_VERIFIED_YET: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  INSUFFICIENT_CREDITS: 402,
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  CROSS_ORIGIN: 403,
  EMAIL_NOT_VERIFIED: 403,
  PASSWORD_REQUIRED: 403,
  SUBSCRIPTION_REQUIRED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  ILLEGAL_TRANSITION: 409,
  CONFLICT: 409,
  LIMIT_REACHED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_MISMATCH: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  PROVIDER_UNAVAILABLE: 502,
  UNAVAILABLE: 503,
} as const;

/** A stable error code, as integrators see it in `code`. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** A problem with one line of a contact list: `line` is the record's index + 2. */
export interface LineError {
  line: number;
  message: string;
}

/** What an error may carry besides its text: fields or lines at fault, or what to wait for. */
export interface ErrorDetails {
  fields?: Record<string, string>;
  errors?: LineError[];
  user_id?: string;
  email?: string;
  needed?: number;
  available?: number;
  retry_after?: number;
}
