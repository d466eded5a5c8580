import Stripe from 'stripe';

export { Stripe };

const TIMEOUT_MS = 20_000;
const RETRIES = 2;

/**
 * The Stripe SDK, imported here alone. With `fetch` every request is answered by that function instead of Stripe's
 * servers; this is how the local Stripe is reached (design §5).
 */
export function createStripeSdk(options: { secretKey: string; fetch?: typeof fetch | undefined }): Stripe {
  return new Stripe(options.secretKey, {
    maxNetworkRetries: RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
    appInfo: { name: 'Hark' },
    ...(options.fetch === undefined ? {} : { httpClient: Stripe.createFetchHttpClient(options.fetch) }),
  });
}
