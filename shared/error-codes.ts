/** Stable error codes and their HTTP statuses. The meaning of a code never changes; its text may. */
export const ERROR_STATUS = {
  INVALID_INPUT: 400,
  INVALID_CSV: 400,
  MESSAGE_INCOMPLETE: 400,
  LINK_USED: 400,
  LINK_INVALID: 400,
  EMAIL_NOT_VERIFIED_YET: 400,
  UNAUTHENTICATED: 401,
  SIGN_IN_EXPIRED: 401,
  INVALID_CREDENTIALS: 401,
  INSUFFICIENT_CREDITS: 402,
  PAYMENT_REQUIRED: 402,
  PAYMENT_OVERDUE: 402,
  FORBIDDEN: 403,
  CROSS_ORIGIN: 403,
  EMAIL_NOT_VERIFIED: 403,
  PASSWORD_REQUIRED: 403,
  REAUTHENTICATION_REQUIRED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  SUBSCRIPTION_REQUIRED: 403,
  CONSENT_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
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

/** Value of `code` in an error response. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** An error in one line of a contact list. `line` is the record's index + 2: 1-based and below the header. */
export interface LineError {
  line: number;
  message: string;
  /** The cell that is wrong, shortened. */
  value?: string;
  /** The line that had the same value before. */
  first_line?: number;
  /** The row in a spreadsheet, which counts blank ones, where it is not the line. */
  row?: number;
}

/** What is known beside the message of a `LineError`. */
export type LineErrorDetail = Omit<LineError, 'message'>;

/** Optional details of an error: invalid fields or lines, or values to act on. */
export interface ErrorDetails {
  fields?: Record<string, string>;
  errors?: LineError[];
  /** More about some of `errors`, which have only line and message in responses. */
  error_details?: LineErrorDetail[];
  user_id?: string;
  email?: string;
  needed?: number;
  available?: number;
  /** What a retry would make and cost now, or a campaign that costs more than was agreed to. */
  calls?: number;
  cost?: number;
  expected_cost?: number;
  retry_after?: number;
}
