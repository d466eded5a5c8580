/** A provider is temporarily unavailable (network, time-out, 5xx, rate limit): the call may be retried. */
export class ProviderUnavailable extends Error {
  /** The vendor's error code, for support. */
  readonly vendorCode: string;

  constructor(message: string, vendorCode = '', options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderUnavailable';
    this.vendorCode = vendorCode;
  }
}

/**
 * A provider keeps the answer to a request, which failed, and gives it to every repetition: only a request with another
 * idempotency key can succeed.
 */
export class RequestSpent extends ProviderUnavailable {
  constructor(message: string, vendorCode = '', options?: ErrorOptions) {
    super(message, vendorCode, options);
    this.name = 'RequestSpent';
  }
}

/** A provider refused the call permanently: a retry would fail again. */
export class ProviderRejected extends Error {
  readonly vendorCode: string;

  constructor(message: string, vendorCode = '', options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderRejected';
    this.vendorCode = vendorCode;
  }
}

/**
 * A provider refuses because of our own account there: the key, the plan, a quota or a limit. Retried like any failure that
 * passes, and alerts the operator. Unlike that of other errors, the message may be shown to users.
 */
export class ProviderAccountFault extends ProviderUnavailable {
  constructor(message: string, vendorCode = '', options?: ErrorOptions) {
    super(message, vendorCode, options);
    this.name = 'ProviderAccountFault';
  }
}

/** The object store cannot be used; callers get 503 and may retry. */
export class ObjectStoreUnavailable extends ProviderUnavailable {}
