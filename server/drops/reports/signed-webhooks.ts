import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import type { DropReport, VoicemailCarrier } from '#server/providers/carrier/port.ts';

/** Anybody can post a wrong signature: the carrier is asked for its signing secrets no more often than this. */
const RENEW_EVERY_MS = 10_000;

interface SignedWebhookDeps {
  carrier: Pick<VoicemailCarrier, 'parseSignedWebhook'>;
  realTime: Clock;
  /** Fetches the signing secrets from the carrier. */
  renewSigningSecrets(): Promise<void>;
}

/**
 * Returns a reader of signed webhooks. One whose signature does not match is read again after the signing secrets were
 * fetched anew: they may have been replaced at the carrier. Throws as `parseSignedWebhook` does, and `AppError`
 * UNAVAILABLE where the secrets cannot be fetched or just were: the carrier repeats a webhook then, unlike after a 4xx.
 */
export function createSignedWebhookReader({ carrier, realTime, renewSigningSecrets }: SignedWebhookDeps) {
  let renewal: Promise<void> | undefined;
  let renewedAt = -Infinity;

  async function renewSecrets(): Promise<void> {
    if (renewal === undefined) {
      const now = realTime.now().getTime();
      if (now - renewedAt < RENEW_EVERY_MS) throw uncheckable();
      renewedAt = now;
      renewal = renewSigningSecrets()
        .catch((error: unknown) => {
          throw uncheckable(error);
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
      if (!mayBeOutdated(error)) throw error;
    }
    await renewSecrets();
    return carrier.parseSignedWebhook(headers, rawBody);
  };
}

/** Whether other signing secrets might have led to another answer. */
function mayBeOutdated(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'UNAUTHENTICATED' || error.code === 'UNAVAILABLE');
}

function uncheckable(cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', 'The signature cannot be checked now. Please try again.', {}, { cause });
}
