import type { CardError, Json, Reply } from './account-state.ts';

/** A rejected request, with a reply in Stripe's format. The account is not changed. */
export class StripeApiError extends Error {
  readonly reply: Reply;

  constructor(status: number, error: Json) {
    super(String(error['message']));
    this.reply = { status, body: { error } };
  }
}

export function invalidRequest(message: string, code?: string, more: Json = {}): StripeApiError {
  return new StripeApiError(400, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
    ...more,
  });
}

export function resourceMissing(what: string, id: string, param = 'id'): StripeApiError {
  return new StripeApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });
}

export function unknownUrl(method: string, path: string): StripeApiError {
  return new StripeApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  });
}

/** Returns the refusal of an idempotency key that was used with other parameters. */
export function keyReused(): StripeApiError {
  const message =
    'Keys for idempotent requests can only be used with the same parameters they were first used with.';
  return new StripeApiError(400, { type: 'idempotency_error', message });
}

/** Returns the reply for a declined card. It is not thrown, since its changes are stored. */
export function cardErrorReply(error: CardError, more: Json): Reply {
  return { status: error.type === 'card_error' ? 402 : 400, body: { error: { ...error, ...more } } };
}
