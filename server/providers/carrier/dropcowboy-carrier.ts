import { z } from 'zod';
import type { Clock } from '#server/platform/lib/clock.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { CreateAgents } from '#server/platform/lib/outgoing/agents.ts';
import { createHttpSender, HttpFailure, type HttpSender } from '#server/providers/http-sender.ts';
import { ProviderUnavailable } from '#server/providers/errors.ts';
import { createDropCowboyApi, type DropCowboyApi, createWebhookSubscription } from './dropcowboy-api.ts';
import { readPlacement } from './dropcowboy-responses.ts';
import { isSigned, readCallback, readWebhook } from './dropcowboy-reports.ts';
import type { Drop, Media, Placement, VoicemailCarrier } from './port.ts';

export const DROPCOWBOY_URL = 'https://api-v2.dropcowboy.com';

export interface DropCowboyOptions {
  /** The address of the API; the carrier emulator in local mode. */
  baseUrl?: string;
  key: string;
  secret: string;
  phoneLineId: string;
  /** The URL of the unsigned callback; its path holds an unguessable secret. Part of every request body. */
  callbackUrl: string;
  clock: Clock;
  /** The maximum number of concurrent requests. */
  maxConnections?: number;
  timeoutMs?: number;
  uploadTimeoutMs?: number;
  /** Headers of every request to the API, such as the id of our request. They are no part of what a key stands for. */
  headers?: () => Record<string, string>;
  /** Which requests go through a proxy; default: none. */
  createAgents?: CreateAgents | undefined;
}

/** Creates the carrier for the Drop Cowboy API, which the carrier emulator implements too. */
export function createDropCowboyCarrier(options: DropCowboyOptions): VoicemailCarrier {
  const {
    key,
    secret,
    clock,
    baseUrl = DROPCOWBOY_URL,
    timeoutMs = 15_000,
    uploadTimeoutMs = 120_000,
    headers = () => ({}),
  } = options;
  const sender = createHttpSender(options.maxConnections ?? 64, options.createAgents);
  const credentials = () => ({
    ...headers(),
    'x-key': key,
    'x-secret': secret,
    'content-type': 'application/json',
    accept: 'application/json',
  });
  const api = createDropCowboyApi({ baseUrl, credentials, sender, timeoutMs, uploadTimeoutMs });
  const webhooks = createWebhookSubscription(api);

  return {
    capabilities: { idempotencyKeys: true },
    account: key,
    subscribe: (url) => webhooks.subscribe(url),
    addMedia: (media) => uploadMedia(api, media),
    deleteMedia: (mediaId) => api.remove(mediaPath(mediaId)),
    place: (drop, maySend) =>
      place(
        sender,
        drop,
        {
          url: `${baseUrl}/rvm`,
          headers: { ...credentials(), 'idempotency-key': drop.attemptId },
          body: requestBody(drop, options),
          timeoutMs,
          ...(maySend && { maySend }),
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

/** The body of `POST /rvm`. It depends only on the drop and on settings, so a retry sends an identical body. */
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
  maySend?: () => boolean;
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
    return error.sent ? { kind: 'unknown' } : { kind: 'unavailable', code: 'unreachable', notAccepted: true };
  }
}

const MEDIA_PATH = '/media/public/media';

function mediaPath(mediaId: string): string {
  return `${MEDIA_PATH}/${encodeURIComponent(mediaId)}`;
}

const createdMedia = z.object({
  media_id: z.string().min(1),
  upload: z.object({
    mp3: z.object({
      url: z.url({ protocol: /^https?$/ }),
      content_type: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/),
    }),
  }),
});
const completedMedia = z.object({ media_exists: z.boolean().default(true) });

/**
 * Uploads a recording in three requests: create the media for a signed URL, put the file with the returned content
 * type, then mark the upload as complete. Returns the media id.
 */
async function uploadMedia(api: DropCowboyApi, { name, recording, onCreated }: Media): Promise<string> {
  const { media_id: id, upload } = await api.call(
    { method: 'POST', path: MEDIA_PATH, body: { name, type: 'rvm', signed_upload: true } },
    createdMedia,
  );
  await onCreated?.(id);
  await api.put(upload.mp3.url, { contentType: upload.mp3.content_type, bytes: recording });
  const path = `${mediaPath(id)}/complete`;
  const { media_exists: exists } = await api.call({ method: 'POST', path, body: {} }, completedMedia);
  if (!exists) throw new ProviderUnavailable('The carrier does not have the uploaded recording');
  return id;
}
