import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { Stripe } from './stripe-sdk.ts';

const { StripeError, StripeInvalidRequestError, StripeCardError, StripeIdempotencyError } = Stripe.errors;

/** Runs one request; what Stripe refuses becomes `ProviderRejected`, everything else `ProviderUnavailable`. */
export async function stripeCall<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const final =
      error instanceof StripeInvalidRequestError ||
      error instanceof StripeCardError ||
      error instanceof StripeIdempotencyError;
    const Failure = final ? ProviderRejected : ProviderUnavailable;
    throw new Failure(error.message, error.code ?? error.type, { cause: error });
  }
}

/** The same, with `undefined` for an object that Stripe does not know. */
export async function stripeFind<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await stripeCall(request);
  } catch (error) {
    if (error instanceof ProviderRejected && error.vendorCode === 'resource_missing') return undefined;
    throw error;
  }
}

/** Stripe answered something its documentation rules out. */
export function unexpected(what: string): never {
  throw new Error(`Stripe answered ${what}`);
}
