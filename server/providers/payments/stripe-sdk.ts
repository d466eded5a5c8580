import Stripe from 'stripe';

export { Stripe };

const TIMEOUT_MS = 20_000;
const RETRIES = 2;

/**
 * Creates the Stripe SDK. With `fetch`, that function handles every request; the Stripe emulator is reached this way.
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
