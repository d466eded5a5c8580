import Stripe from 'stripe';
import type { CreateAgents } from '#server/platform/lib/outgoing/agents.ts';
import {
  ProviderAccountFault,
  ProviderRejected,
  ProviderUnavailable,
  RequestSpent,
} from '#server/providers/errors.ts';

export { Stripe };

const TIMEOUT_MS = 20_000;
const RETRIES = 2;

/**
 * Creates the Stripe SDK. With `fetch`, that function handles every request; the Stripe emulator is reached this way.
 */
export function createStripeSdk(options: {
  secretKey: string;
  fetch?: typeof fetch | undefined;
  createAgents?: CreateAgents | undefined;
}): Stripe {
  const stripe = new Stripe(options.secretKey, {
    maxNetworkRetries: RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
    appInfo: { name: 'Hark' },
    ...(options.createAgents && { httpAgent: options.createAgents({ keepAlive: true }).https }),
    ...(options.fetch === undefined ? {} : { httpClient: Stripe.createFetchHttpClient(options.fetch) }),
  });
  if (options.secretKey.includes('_live_')) LIVE.add(stripe);
  return stripe;
}

/** The clients whose key is not one of test mode. */
const LIVE = new WeakSet<Stripe>();

/** Returns whether a client works on real money. */
export function isLive(stripe: Stripe): boolean {
  return LIVE.has(stripe);
}

const { StripeError, StripeInvalidRequestError, StripeCardError, StripeIdempotencyError } = Stripe.errors;

/** Runs a request. Refusals become `ProviderRejected`, all other Stripe errors `ProviderUnavailable`. */
export async function stripeCall<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    if (error.message.includes(`${SIMILAR} live mode`)) throw ofOtherAccount(error);
    // The same request is still under way: what becomes of it is not known yet.
    const isUnderWay = error.code === 'idempotency_key_in_use';
    const final =
      error instanceof StripeInvalidRequestError ||
      error instanceof StripeCardError ||
      error instanceof StripeIdempotencyError;
    const Failure = final && !isUnderWay ? ProviderRejected : ProviderUnavailable;
    throw new Failure(error.message, error.code ?? error.type, { cause: error });
  }
}

/**
 * Handles the rejection of a request whose key is used again: throws `RequestSpent` where Stripe has stored a failure for the key,
 * as it does for a day with a 500, and where it refuses the key for other parameters; else the error.
 * https://docs.stripe.com/api/idempotent_requests
 */
export function throwSpent(error: unknown): never {
  const { cause } = error as { cause?: unknown };
  const isRefused = error instanceof ProviderRejected && cause instanceof StripeIdempotencyError;
  if (!(cause instanceof StripeError) || (!isStored(error) && !isRefused)) throw error;
  throw new RequestSpent(cause.message, cause.code ?? cause.type, { cause });
}

function isStored(error: unknown): boolean {
  const { cause } = error as { cause?: unknown };
  return cause instanceof StripeError && cause.statusCode === 500;
}

/** As many keys of one request in all. */
const MAX_KEYS = 3;

/**
 * Makes a request under a key. Where Stripe has stored a 500 for it, what became of the request is not known: `outcome` looks, and
 * only where it finds nothing the request is made again, under another key, which is the same for each call with `key`.
 */
export async function underKeys<T>(
  key: string,
  request: (key: string) => Promise<T>,
  outcome: () => Promise<T | undefined>,
): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await request(n === 1 ? key : `${key}:${String(n)}`);
    } catch (error) {
      if (!isStored(error)) throw error;
      const found = await outcome();
      if (found !== undefined) return found;
      if (n === MAX_KEYS) throw error;
    }
  }
}

/** How Stripe says that an object is of the other mode. One of test mode is gone once payments are real. */
const SIMILAR = 'a similar object exists in';

/** Like `stripeCall`, but returns `undefined` if the object does not exist. */
export async function stripeFind<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await stripeCall(request);
  } catch (error) {
    if (!(error instanceof ProviderRejected) || error.vendorCode !== 'resource_missing') throw error;
    return undefined;
  }
}

/**
 * Like `stripeFind`, for a customer or subscription whose id is stored. Stripe keeps these for good, deleted or not, but for test
 * data: throws `ProviderAccountFault` where it knows none with a live key, which is that of another account then.
 */
export async function stripeFindKept<T>(stripe: Stripe, request: () => Promise<T>): Promise<T | undefined> {
  let isOfTestMode = false as boolean;
  const found = await stripeFind(() =>
    request().catch((error: unknown) => {
      isOfTestMode = error instanceof Error && error.message.includes(`${SIMILAR} test mode`);
      throw error;
    }),
  );
  if (found === undefined && !isOfTestMode && isLive(stripe)) throw ofOtherAccount();
  return found;
}

function ofOtherAccount(
  cause = new Error('Stripe has no such object: the key is one of another account or mode.'),
): ProviderAccountFault {
  return new ProviderAccountFault('The payment provider cannot be used now.', 'resource_missing', { cause });
}

/** Returns the options of a request with an idempotency key, if there is one. */
export function keyed(idempotencyKey: string | undefined): Stripe.RequestOptions {
  return idempotencyKey === undefined ? {} : { idempotencyKey };
}

/** Throws on a response that the documentation of Stripe rules out. */
export function unexpected(what: string): never {
  throw new Error(`Stripe returned ${what}`);
}
