import type { ErrorCode } from '#shared/error-codes.ts';

/** What each code means, the same wherever it occurs, and what a caller does about it. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, { meaning: string; advice: string }>> = {
  INVALID_INPUT: {
    meaning: 'A field of the request is not valid',
    advice: 'Correct what fields names, and send the request again.',
  },
  INVALID_CSV: {
    meaning: 'Rows of the contact list are not valid',
    advice: 'Correct the lines in errors, or leave them out with skip_invalid.',
  },
  MESSAGE_INCOMPLETE: {
    meaning: 'The message lacks what the law demands of it',
    advice: 'Add what fields asks for: who is calling, say.',
  },
  LINK_USED: { meaning: 'The link was used before', advice: 'Sign in: the email is verified.' },
  LINK_INVALID: { meaning: 'The link is wrong or has expired', advice: 'Request a new mail.' },
  EMAIL_NOT_VERIFIED_YET: {
    meaning: 'The email is not verified yet',
    advice: 'Open the link in the mail, then ask again.',
  },
  UNAUTHENTICATED: {
    meaning: 'The request has no valid API key or session',
    advice: 'Send an API key that is not revoked as the bearer token.',
  },
  SIGN_IN_EXPIRED: {
    meaning: 'The second step of the sign-in came too late',
    advice: 'Begin again with the password.',
  },
  INVALID_CREDENTIALS: {
    meaning: 'The email, password or code is wrong',
    advice: 'Correct it. After many wrong ones, further attempts have to wait.',
  },
  INSUFFICIENT_CREDITS: {
    meaning: 'The credits do not suffice',
    advice: 'Buy credits, call fewer contacts, or set max_calls. needed and available have the figures.',
  },
  PAYMENT_REQUIRED: {
    meaning: 'A payment is missing, or was declined',
    advice: 'Pay with another card, or confirm the payment in Hark.',
  },
  PAYMENT_OVERDUE: {
    meaning: 'The last payment of the plan failed',
    advice: 'Update the card on the Subscription page.',
  },
  FORBIDDEN: {
    meaning: 'The caller may not do this',
    advice: 'Use a key that may, or sign in: some calls are for people only.',
  },
  CROSS_ORIGIN: {
    meaning: 'A page of another site sent the request',
    advice: 'Call from a server, with an API key.',
  },
  EMAIL_NOT_VERIFIED: {
    meaning: 'The email of the account is not verified',
    advice: 'Open the link in the mail; user_id is for requesting a new one.',
  },
  PASSWORD_REQUIRED: {
    meaning: 'The link was not opened in the browser that registered',
    advice: 'Send a new password with it.',
  },
  REAUTHENTICATION_REQUIRED: {
    meaning: 'The last proof of identity is too old for this',
    advice: 'Sign in again, or confirm the password, and repeat the call.',
  },
  SECOND_FACTOR_REQUIRED: {
    meaning: 'The account has two-factor authentication',
    advice: 'Send the code of the authenticator app, or a recovery code.',
  },
  SUBSCRIPTION_REQUIRED: {
    meaning: 'The account has no plan',
    advice: 'Choose a plan on the Subscription page.',
  },
  CONSENT_REQUIRED: {
    meaning: 'It is not stated why the contacts may be called',
    advice: 'Send consent, or set a default on the profile page.',
  },
  NOT_FOUND: {
    meaning: 'There is no such thing, or it belongs to another account',
    advice: 'Check the path and the id.',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The path has no such method',
    advice: 'Use one that the header Allow names.',
  },
  ALREADY_EXISTS: {
    meaning: 'There is one of this name or value already',
    advice: 'Use another name, or the one that exists.',
  },
  ILLEGAL_TRANSITION: {
    meaning: 'The status of the campaign does not allow this',
    advice: 'Read the campaign: its status says what is possible.',
  },
  CONFLICT: {
    meaning: 'Something else happened meanwhile, or is being done',
    advice:
      'Read what is there now, and decide again. The same request with its Idempotency-Key may be repeated.',
  },
  LIMIT_REACHED: {
    meaning: 'The account has as many of these as it may have',
    advice: 'Delete some, or wait where the message names a time.',
  },
  PAYLOAD_TOO_LARGE: { meaning: 'The body is too large', advice: 'Divide it into several requests.' },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The body is compressed, or not of a type that the call takes',
    advice: 'Send it uncompressed, with the Content-Type of the call.',
  },
  IDEMPOTENCY_MISMATCH: {
    meaning: 'The Idempotency-Key was used for another request',
    advice: 'Use a new key for each request, and the same for its repetitions.',
  },
  TOO_MANY_REQUESTS: {
    meaning: 'There were too many requests',
    advice: 'Wait for the seconds of the header Retry-After.',
  },
  INTERNAL: {
    meaning: 'A fault of Hark',
    advice: 'Repeat the request later, one that changes something with its Idempotency-Key.',
  },
  PROVIDER_UNAVAILABLE: {
    meaning: 'A provider of Hark does not answer',
    advice: 'Repeat the request in a minute.',
  },
  UNAVAILABLE: {
    meaning: 'Hark, or its database, is not available for a moment',
    advice: 'Repeat the request, a little later each time.',
  },
};
