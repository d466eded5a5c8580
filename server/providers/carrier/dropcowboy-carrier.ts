import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { createHttpSender, HttpFailure, type HttpSender } from '#server/providers/http-sender.ts';
import { createDropCowboyApi } from './dropcowboy-api.ts';
import { uploadMedia } from './dropcowboy-media.ts';
import { readPlacement } from './dropcowboy-placement.ts';
import { isSigned, readCallback, readWebhook } from './dropcowboy-reports.ts';
import { createWebhookSubscription } from './dropcowboy-webhooks.ts';
import type { Drop, Placement, VoicemailCarrier } from './port.ts';

export const DROPCOWBOY_URL = 'https://api-v2.dropcowboy.com';

export interface DropCowboyOptions {
  /** Another address of the same API: the local carrier's. */
  baseUrl?: string;
  key: string;
  secret: string;
  phoneLineId: string;
  /** Where outcomes are posted, unsigned; its path holds an unguessable secret. Part of every frozen body. */
  callbackUrl: string;
  clock: Clock;
  /** The most requests under way at once. */
  maxConnections?: number;
  timeoutMs?: number;
  uploadTimeoutMs?: number;
}

/** Drop Cowboy's current API (design §5). The local carrier speaks it too, at another address. */
export function createDropCowboyCarrier(options: DropCowboyOptions): VoicemailCarrier {
  const {
    key,
    secret,
    clock,
    baseUrl = DROPCOWBOY_URL,
    timeoutMs = 15_000,
    uploadTimeoutMs = 120_000,
  } = options;
  const sender = createHttpSender(options.maxConnections ?? 64);
  const credentials = {
    'x-key': key,
    'x-secret': secret,
    'content-type': 'application/json',
    accept: 'application/json',
  };
  const api = createDropCowboyApi({ baseUrl, credentials, sender, timeoutMs, uploadTimeoutMs });
  const webhooks = createWebhookSubscription(api);

  return {
    capabilities: { idempotencyKeys: true },
    account: key,
    subscribe: (url) => webhooks.subscribe(url),
    addMedia: (media) => uploadMedia(api, media),
    place: (drop, signal) =>
      place(
        sender,
        drop,
        {
          url: `${baseUrl}/rvm`,
          headers: { ...credentials, 'idempotency-key': drop.attemptId },
          body: requestBody(drop, options),
          timeoutMs,
          ...(signal && { signal }),
        },
        clock,
      ),
    parseCallback: (body) => readCallback(body, clock.now()),
    parseSignedWebhook(headers, rawBody) {
      const secrets = webhooks.signingSecrets();
      if (secrets.size === 0)
        throw new AppError('UNAVAILABLE', 'The carrier’s signing secret is not known yet.');
      if (!isSigned(headers, rawBody, secrets, clock.now()))
        throw new AppError('UNAUTHENTICATED', 'The signature is wrong or too old.');
      return readWebhook(rawBody, clock.now());
    },
    close() {
      sender.close();
    },
  };
}

/** The body of `POST /rvm`: it depends only on the drop as frozen and on settings, so that a repeat is equal. */
function requestBody(drop: Drop, { phoneLineId, callbackUrl }: DropCowboyOptions): string {
  const { content } = drop;
  return JSON.stringify({
    to: `+${drop.to}`,
    phone_line_id: phoneLineId,
    ...(content.kind === 'text'
      ? { tts_body: content.text, voice_id: content.voiceId }
      : { media_id: content.mediaId }),
    foreign_id: drop.attemptId,
    callback_url: callbackUrl,
    ...(drop.postalCode !== undefined && { postal_code: drop.postalCode }),
  });
}

interface PlaceRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  signal?: AbortSignal;
}

async function place(
  sender: HttpSender,
  drop: Drop,
  request: PlaceRequest,
  clock: Clock,
): Promise<Placement> {
  try {
    return readPlacement(await sender.send({ method: 'POST', ...request }), drop, clock.now());
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    return error.sent ? { kind: 'unknown' } : { kind: 'unavailable', code: 'unreachable', notTaken: true };
  }
}
