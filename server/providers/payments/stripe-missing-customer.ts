import { ProviderRejected } from '#server/providers/errors.ts';
import { CustomerGone } from './port.ts';
import { isLive, stripeCall, stripeFindKept, Stripe } from './stripe-sdk.ts';

/** Stripe's error code for an object that does not exist; deleted customers do not exist for writes and lists. */
const MISSING = 'resource_missing';

/** Runs a request that names a customer. Throws `CustomerGone` if Stripe does not have the customer any more. */
export async function ofCustomer<T>(
  stripe: Stripe,
  customerId: string,
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await stripeCall(request);
  } catch (error) {
    if (!(error instanceof ProviderRejected) || error.vendorCode !== MISSING) throw error;
    const isKnownMissing = namesCustomer(error) && !isLive(stripe);
    if (!isKnownMissing && (await findCustomer(stripe, customerId)) !== undefined) throw error;
    throw new CustomerGone(customerId, { cause: error });
  }
}

/** Returns a customer that was not deleted; `undefined` for any other. */
export async function findCustomer(stripe: Stripe, id: string): Promise<Stripe.Customer | undefined> {
  const customer = await stripeFindKept(stripe, () => stripe.customers.retrieve(id));
  return customer === undefined || customer.deleted === true ? undefined : customer;
}

/** Handles the rejection of a read: a customer that is gone has nothing. Rethrows any other error. */
export function unlessGone(error: unknown): undefined {
  if (!(error instanceof CustomerGone)) throw error;
}

/** Something else that the request names may be missing, for example a card: the error names the parameter. */
function namesCustomer({ cause }: ProviderRejected): boolean {
  return cause instanceof Stripe.errors.StripeError && cause.param === 'customer';
}
