import type { Clock } from '#server/platform/lib/clock.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { DropReport, VoicemailCarrier } from '#server/providers/carrier/port.ts';

/** Rate limit for fetching the signing secrets, as anyone can post a wrong signature. */
const RENEW_EVERY_MS = 10_000;

interface SignedWebhookDeps {
  carrier: Pick<VoicemailCarrier, 'parseSignedWebhook'>;
  clock: Clock;
  /** Fetches the signing secrets from the carrier. */
  renewSigningSecrets(): Promise<void>;
}

/**
 * Returns a reader of signed webhooks. On a wrong signature it fetches the signing secrets again, as they may have
 * been rotated. Throws like `parseSignedWebhook`, or `AppError` UNAVAILABLE if they cannot be fetched now: the
 * carrier repeats a webhook after a 5xx only.
 */
export function createSignedWebhookReader({ carrier, clock, renewSigningSecrets }: SignedWebhookDeps) {
  let renewal: Promise<void> | undefined;
  let renewedAt = -Infinity;

  async function renewSecrets(): Promise<void> {
    if (renewal === undefined) {
      const now = clock.now().getTime();
      if (now - renewedAt < RENEW_EVERY_MS) throw cannotVerify();
      renewedAt = now;
      renewal = renewSigningSecrets()
        .catch((error: unknown) => {
          throw cannotVerify(error);
        })
        .finally(() => (renewal = undefined));
    }
    return renewal;
  }

  return async (
    headers: Record<string, string | undefined>,
    rawBody: Buffer,
  ): Promise<DropReport | undefined> => {
    try {
      return carrier.parseSignedWebhook(headers, rawBody);
    } catch (error) {
      if (!maySecretsBeOutdated(error)) throw error;
    }
    await renewSecrets();
    return carrier.parseSignedWebhook(headers, rawBody);
  };
}

/** Returns whether newer signing secrets could give another result. */
function maySecretsBeOutdated(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'UNAUTHENTICATED' || error.code === 'UNAVAILABLE');
}

function cannotVerify(cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', 'The signature cannot be checked now. Please try again.', {}, { cause });
}
