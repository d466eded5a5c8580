/** A provider could not answer (network, time-out, 5xx, rate limit): the same call may be tried again. */
export class ProviderUnavailable extends Error {
  /** The vendor's own code, kept for support. */
  readonly vendorCode: string;

  constructor(message: string, vendorCode = '', options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderUnavailable';
    this.vendorCode = vendorCode;
  }
}

/** A provider said no for good: trying the same call again changes nothing. */
export class ProviderRejected extends Error {
  readonly vendorCode: string;

  constructor(message: string, vendorCode = '', options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderRejected';
    this.vendorCode = vendorCode;
  }
}
