import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { Stripe } from './stripe-sdk.ts';

const { StripeError, StripeInvalidRequestError, StripeCardError, StripeIdempotencyError } = Stripe.errors;

/** Runs a request. Refusals become `ProviderRejected`, all other Stripe errors `ProviderUnavailable`. */
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

/** Like `stripeCall`, but returns `undefined` if the object does not exist. */
export async function stripeFind<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await stripeCall(request);
  } catch (error) {
    if (error instanceof ProviderRejected && error.vendorCode === 'resource_missing') return undefined;
    throw error;
  }
}

/** Throws on a response that the documentation of Stripe rules out. */
export function unexpected(what: string): never {
  throw new Error(`Stripe returned ${what}`);
}
