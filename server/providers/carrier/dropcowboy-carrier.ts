import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import { AppError } from '#server/errors.ts';
import {
  createHttpSender,
  HttpFailure,
  type HttpAnswer,
  type HttpSender,
} from '#server/providers/http-sender.ts';
import { KEY_USED_BEFORE } from './dropcowboy-reasons.ts';
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
}

const accepted = z.object({ message_id: z.string().min(1) });
const refusal = z.object({
  reason_code: z.number().optional(),
  code: z.union([z.string(), z.number()]).optional(),
  title: z.string().optional(),
  detail: z.union([z.string(), z.object({ code: z.string() })]).optional(),
  message: z.string().optional(),
});

/** Refusals that are no fault of the drop: our credentials, our funds, our haste. */
const NOT_THE_DROP = new Set([401, 402, 403, 408, 425, 429]);

/** Drop Cowboy's current API (design §5). The local carrier speaks it too, at another address. */
export function createDropCowboyCarrier(options: DropCowboyOptions): VoicemailCarrier {
  const { key, secret, clock, baseUrl = DROPCOWBOY_URL, timeoutMs = 15_000 } = options;
  const sender = createHttpSender(options.maxConnections ?? 64);
  const credentials = {
    'x-key': key,
    'x-secret': secret,
    'content-type': 'application/json',
    accept: 'application/json',
  };
  const webhooks = createWebhookSubscription({ baseUrl, credentials, sender, timeoutMs });

  return {
    capabilities: { idempotencyKeys: true },
    subscribe: (url) => webhooks.subscribe(url),
    place: (drop) =>
      place(
        sender,
        drop,
        {
          url: `${baseUrl}/rvm`,
          headers: { ...credentials, 'idempotency-key': drop.attemptId },
          body: requestBody(drop, options),
          timeoutMs,
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
    return error.sent ? { kind: 'unknown' } : { kind: 'unavailable', code: 'unreachable' };
  }
}

/** What an answer to `POST /rvm` says. A success that cannot be read is `unknown`: the carrier may have the drop. */
function readPlacement({ status, headers, text }: HttpAnswer, drop: Drop, now: Date): Placement {
  const body = parseJson(text);
  if (status >= 200 && status < 300) {
    const answer = accepted.safeParse(body);
    return answer.success ? { kind: 'accepted', messageId: answer.data.message_id } : { kind: 'unknown' };
  }
  const { code, reason } = readRefusal(status, body);
  // Only a request that the carrier took before can have used the key: its report is the one to wait for.
  if (code === String(KEY_USED_BEFORE)) return { kind: 'accepted', messageId: drop.attemptId };
  if (status >= 500 || status < 400 || NOT_THE_DROP.has(status)) {
    const retryAfterMs = readRetryAfter(headers['retry-after'], now);
    return { kind: 'unavailable', code, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  return { kind: 'rejected', code, reason };
}

function readRefusal(status: number, body: unknown): { code: string; reason: string } {
  const { data } = refusal.safeParse(body);
  const detail = data?.detail;
  const code =
    data?.reason_code ?? data?.code ?? (typeof detail === 'object' ? detail.code : undefined) ?? status;
  const reason =
    (typeof detail === 'string' ? detail : undefined) ??
    data?.message ??
    data?.title ??
    `The carrier answered ${String(status)}`;
  return { code: String(code), reason: reason.slice(0, 300) };
}

/** `Retry-After` in milliseconds: seconds or a date; `undefined` where absent or unreadable. */
function readRetryAfter(value: string | string[] | undefined, now: Date): number | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1_000;
  const wait = Date.parse(value) - now.getTime();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
