import type { CardError, Json, Reply } from './account-state.ts';

/** A request that Stripe refuses; nothing is changed. The body has Stripe's shape. */
export class Fault extends Error {
  readonly reply: Reply;

  constructor(status: number, error: Json) {
    super(String(error['message']));
    this.reply = { status, body: { error } };
  }
}

export function invalidRequest(message: string, code?: string, more: Json = {}): Fault {
  return new Fault(400, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
    ...more,
  });
}

export function missing(what: string, id: string): Fault {
  return new Fault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: 'id',
  });
}

export function unknownUrl(method: string, path: string): Fault {
  return new Fault(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  });
}

/** A refused card is an answer whose side effects are kept, not a fault. */
export function cardErrorReply(error: CardError, more: Json): Reply {
  return { status: error.type === 'card_error' ? 402 : 400, body: { error: { ...error, ...more } } };
}
