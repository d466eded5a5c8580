import { ERROR_STATUS, type ErrorCode } from '#shared/error-codes.ts';
import { REPLAYED_HEADER, type RestEntry } from '#server/platform/http/rest.ts';
import type { Json } from './json.ts';

/** What each code means, with an example of its details. */
const ERRORS: Readonly<Record<ErrorCode, { text: string; details?: Json }>> = {
  INVALID_INPUT: {
    text: 'campaign_name: A campaign name is required',
    details: { fields: { campaign_name: 'A campaign name is required' } },
  },
  INVALID_CSV: {
    text: 'The list has 1 error',
    details: { errors: [{ line: 3, message: 'Missing FirstName' }] },
  },
  MESSAGE_INCOMPLETE: { text: 'The message does not say who is calling.' },
  LINK_USED: { text: 'Email already verified' },
  LINK_INVALID: { text: 'This link is no longer valid.' },
  EMAIL_NOT_VERIFIED_YET: { text: 'Email not verified' },
  UNAUTHENTICATED: { text: 'Please sign in.' },
  SIGN_IN_EXPIRED: { text: 'This took too long. Please enter your password again.' },
  INVALID_CREDENTIALS: { text: 'Invalid email or password' },
  INSUFFICIENT_CREDITS: {
    text: 'Insufficient credits: 59,000 needed, 20,000 available',
    details: { needed: 59_000, available: 20_000 },
  },
  PAYMENT_REQUIRED: { text: 'This payment is not complete.' },
  PAYMENT_OVERDUE: { text: 'Your last payment failed. Please update your card.' },
  FORBIDDEN: { text: 'This API key may only read.' },
  CROSS_ORIGIN: { text: 'This request came from another site.' },
  EMAIL_NOT_VERIFIED: { text: 'Please verify your email first.', details: { user_id: 'Ab3dEf6hIj9k' } },
  PASSWORD_REQUIRED: { text: 'Please choose a password.' },
  REAUTHENTICATION_REQUIRED: {
    text: 'Please confirm that it is you: sign in again, or enter your password.',
  },
  SECOND_FACTOR_REQUIRED: { text: 'Please enter the code of your authenticator app.' },
  SUBSCRIPTION_REQUIRED: { text: 'Subscription Required' },
  CONSENT_REQUIRED: { text: 'Please say why the people on this list may be called.' },
  NOT_FOUND: { text: 'Campaign not found' },
  METHOD_NOT_ALLOWED: { text: 'Use GET or HEAD for this path.' },
  ALREADY_EXISTS: { text: 'You already have a campaign named "Spring offer".' },
  ILLEGAL_TRANSITION: { text: 'A campaign cannot be changed after its first call.' },
  CONFLICT: { text: 'This request is still being worked on. Please try again in a moment.' },
  LIMIT_REACHED: { text: 'You have reached the limit of your account.' },
  PAYLOAD_TOO_LARGE: { text: 'The body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { text: 'Send the body as application/json.' },
  IDEMPOTENCY_MISMATCH: { text: 'This Idempotency-Key was used for another request.' },
  TOO_MANY_REQUESTS: {
    text: 'This API key has sent too many requests. Try again later.',
    details: { retry_after: 12 },
  },
  INTERNAL: { text: 'An unexpected error occurred' },
  PROVIDER_UNAVAILABLE: { text: 'The payment provider is not available. Please try again.' },
  UNAVAILABLE: { text: 'Hark is not available for a moment. Please try again.' },
};

/** The description of each error status. */
const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'The request is not valid',
  401: 'No valid session or API key, or a wrong password',
  402: 'It has to be paid first',
  403: 'Not allowed',
  404: 'Not found, or it belongs to another user',
  405: 'The path has no such method; the header Allow has those that it has',
  409: 'It conflicts with what is there',
  413: 'The body is too large',
  415: 'The body is compressed, or not of a type that the call takes',
  422: 'The Idempotency-Key was used for another request',
  429: 'Too many requests; the header Retry-After has the seconds to wait',
  500: 'A fault of Hark',
  502: 'A provider of Hark does not answer',
  503: 'Hark, or its database, is not available for a moment',
};

/** Any call can end with one of these, whatever it does. */
const EVERYWHERE: readonly ErrorCode[] = ['FORBIDDEN', 'TOO_MANY_REQUESTS', 'INTERNAL', 'UNAVAILABLE'];

/** Returns the error codes of a call: those of its metadata, and those of the edge for a call of its kind. */
export function errorCodes({ route, type, signedIn, errors }: RestEntry, hasFields: boolean): ErrorCode[] {
  const reads = route.method === 'GET';
  const codes: ErrorCode[] = [
    ...EVERYWHERE,
    ...(signedIn ? (['UNAUTHENTICATED'] as const) : []),
    ...(route.path.includes('{') ? (['NOT_FOUND'] as const) : []),
    ...(hasFields || !reads ? (['INVALID_INPUT'] as const) : []),
    ...(reads ? [] : (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)),
    ...(type === 'mutation' ? (['CROSS_ORIGIN'] as const) : []),
    ...(route.idempotent === true ? (['IDEMPOTENCY_MISMATCH', 'CONFLICT'] as const) : []),
    ...errors,
  ];
  const all = Object.keys(ERROR_STATUS) as ErrorCode[];
  return all.filter((code) => codes.includes(code));
}

/** The schema of every error. */
export const ERROR_SCHEMA: Json = {
  type: 'object',
  description: 'An error. The meaning of a code never changes; its text may.',
  required: ['error', 'message', 'code'],
  properties: {
    success: { type: 'boolean', description: 'False; in errors of campaign and contact calls' },
    error: { type: 'string', description: 'What went wrong, for a person' },
    message: { type: 'string', description: 'The same text' },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS), description: 'A stable code' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What is wrong with each field of the request',
    },
    errors: {
      type: 'array',
      description: 'What is wrong with the rows of a contact list; the first row of a file is line 2',
      items: {
        type: 'object',
        required: ['line', 'message'],
        properties: { line: { type: 'integer' }, message: { type: 'string' } },
      },
    },
    user_id: { type: 'string', description: 'With EMAIL_NOT_VERIFIED: for a new verification mail' },
    needed: { type: 'integer', description: 'With INSUFFICIENT_CREDITS: what the calls cost' },
    available: { type: 'integer', description: 'With INSUFFICIENT_CREDITS: what can be spent' },
    calls: {
      type: 'integer',
      description: 'With CONFLICT of a retry, or of a price: how many calls it is now',
    },
    cost: {
      type: 'integer',
      description: 'With CONFLICT of a retry, or of a price: what they would cost now',
    },
    expected_cost: { type: 'integer', description: 'With CONFLICT of a price: what was agreed to' },
    retry_after: { type: 'integer', description: 'Seconds to wait, as in the header Retry-After' },
  },
};

/** The schema of every error as `application/problem+json`. */
export const PROBLEM_SCHEMA: Json = {
  description: 'An error in the form of RFC 9457, with all fields of Error.',
  allOf: [
    { $ref: '#/components/schemas/Error' },
    {
      type: 'object',
      required: ['type', 'title', 'status', 'detail'],
      properties: {
        type: {
          type: 'string',
          format: 'uri-reference',
          description: 'The address of the code in the guide',
        },
        title: { type: 'string', description: 'What the code means' },
        status: { type: 'integer', description: 'The status of the response' },
        detail: { type: 'string', description: 'What went wrong, for a person' },
      },
    },
  ],
};

/** Returns the responses of a call with these error codes, by status: references to `errorComponents`. */
export function errorResponses(codes: readonly ErrorCode[], successFlag: boolean): Json {
  return Object.fromEntries(
    byStatus(codes).map(([status, group]) => [
      status,
      { $ref: `#/components/responses/${componentName(group, successFlag)}` },
    ]),
  );
}

/** Returns the components that `errorResponses` refers to, by name. */
export function errorComponents(codes: readonly ErrorCode[], successFlag: boolean): Json {
  return Object.fromEntries(
    byStatus(codes).map(([status, group]) => [
      componentName(group, successFlag),
      {
        description: STATUS_TEXT[status] ?? 'An error',
        ...headersOf(status, group),
        content: bodyOf(group, successFlag),
      },
    ]),
  );
}

function byStatus(codes: readonly ErrorCode[]): [number, ErrorCode[]][] {
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].sort((a, b) => a - b);
  return statuses.map((status) => [status, codes.filter((code) => ERROR_STATUS[code] === status)]);
}

function componentName(codes: readonly ErrorCode[], successFlag: boolean): string {
  return `${successFlag ? 'campaign.' : ''}${codes.join('-')}`;
}

/** The headers that an error of a status has beside its body. */
const HEADERS: Readonly<Record<number, Json>> = {
  401: { 'WWW-Authenticate': { description: 'Bearer realm="Hark"', schema: { type: 'string' } } },
  429: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
};

/** The header of a response that repeats the first one. */
export const REPLAYED: Json = {
  [REPLAYED_HEADER]: {
    description: 'Sent if this is the first response again, to a repeated Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
  },
};

function headersOf(status: number, codes: readonly ErrorCode[]): Json {
  const headers = { ...HEADERS[status], ...(codes.includes('PAYMENT_REQUIRED') && REPLAYED) };
  return Object.keys(headers).length === 0 ? {} : { headers };
}

function bodyOf(codes: readonly ErrorCode[], successFlag: boolean): Json {
  const ofCodes = {
    type: 'object',
    required: ['code'],
    properties: { code: { type: 'string', enum: codes } },
  };
  const schemaOf = (name: string) => ({ allOf: [{ $ref: `#/components/schemas/${name}` }, ofCodes] });
  const examples = Object.fromEntries(
    codes.map((code) => {
      const { text, details } = ERRORS[code];
      const flag = successFlag ? { success: false } : {};
      return [code, { value: { ...flag, error: text, message: text, code, ...details } }];
    }),
  );
  return {
    'application/json': { schema: schemaOf('Error'), examples },
    'application/problem+json': { schema: schemaOf('Problem') },
  };
}
