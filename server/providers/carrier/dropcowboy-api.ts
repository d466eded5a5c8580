import { z } from 'zod';
import {
  HttpFailure,
  type HttpResponseData,
  type HttpRequest,
  type HttpSender,
} from '#server/providers/http-sender.ts';
import { ProviderAccountFault, ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { parseJson } from '#server/providers/parse-json.ts';
import { accountFaultOf } from './dropcowboy-reasons.ts';
import { readRefusal } from './dropcowboy-responses.ts';

/** The Drop Cowboy API for media and webhooks. Calls reject with `ProviderUnavailable` or `ProviderRejected`. */
export interface DropCowboyApi {
  /** Calls a path of the API and returns the `data` of its response. */
  call<T>(
    request: { method: 'GET' | 'POST'; path: string; body?: Record<string, unknown> },
    data: z.ZodType<T>,
  ): Promise<T>;
  /** Deletes what a path names; does nothing if there is nothing. */
  remove(path: string): Promise<void>;
  /** Uploads a file to a signed URL, without our credentials. */
  put(url: string, file: { contentType: string; bytes: Buffer }): Promise<void>;
}

export interface DropCowboyApiOptions {
  baseUrl: string;
  credentials: () => Record<string, string>;
  sender: HttpSender;
  timeoutMs: number;
  uploadTimeoutMs: number;
}

/** Creates a client of the Drop Cowboy API at `baseUrl`. */
export function createDropCowboyApi(options: DropCowboyApiOptions): DropCowboyApi {
  const { baseUrl, credentials, sender, timeoutMs, uploadTimeoutMs } = options;
  return {
    async call({ method, path, body }, data) {
      const { status, text } = await send(sender, {
        method,
        url: `${baseUrl}${path}`,
        headers: credentials(),
        ...(body !== undefined && { body: JSON.stringify(body) }),
        timeoutMs,
      });
      const parsed = z.object({ data }).safeParse(parseJson(text));
      if (parsed.success) return parsed.data.data;
      throw new ProviderUnavailable(`The carrier returned an unreadable response to ${path}`, String(status));
    },
    async remove(path) {
      const request = {
        method: 'DELETE',
        url: `${baseUrl}${path}`,
        headers: credentials(),
        timeoutMs,
      } as const;
      await send(sender, request, [NOT_FOUND]);
    },
    async put(url, { contentType, bytes }) {
      const headers = { 'content-type': contentType };
      await send(sender, { method: 'PUT', url, headers, body: bytes, timeoutMs: uploadTimeoutMs });
    },
  };
}

const NOT_FOUND = 404;

/** Sends a request; rejects on any status but 2xx and `allowed`. */
async function send(
  sender: HttpSender,
  request: HttpRequest,
  allowed: readonly number[] = [],
): Promise<HttpResponseData> {
  const response = await sender.send(request).catch((cause: unknown) => {
    if (!(cause instanceof HttpFailure)) throw cause;
    throw new ProviderUnavailable(cause.message, '', { cause });
  });
  const { status } = response;
  if ((status >= 200 && status < 300) || allowed.includes(status)) return response;
  const { code, reason, detail, retryable } = readRefusal(response);
  const options = detail === '' ? undefined : { cause: new Error(detail) };
  const accountFault = accountFaultOf(code, status);
  if (accountFault !== undefined) throw new ProviderAccountFault(accountFault, code, options);
  const Kind = retryable ? ProviderUnavailable : ProviderRejected;
  throw new Kind(reason, code, options);
}

const EVENT = 'contact.rvm.status';
const WEBHOOKS = '/register/public/webhooks';
const SECRETS = '/register/public/account/webhook-signing-secret';

const webhookList = z.array(
  z.object({ webhook_id: z.string(), hook_url: z.string(), event_types: z.array(z.string()) }),
);
const signingSecret = z.object({ webhook_id: z.string(), signing_secret: z.string().min(1) });

export interface WebhookSubscription {
  /** Finds or creates the webhook that reports to `url` and replaces the known signing secrets. Idempotent. */
  subscribe(url: string): Promise<void>;
  /** The signing secrets of our webhooks; empty before the first `subscribe`. */
  signingSecrets(): ReadonlySet<string>;
}

/** Manages our webhook in a Drop Cowboy account, which may hold webhooks of other products. */
export function createWebhookSubscription(api: DropCowboyApi): WebhookSubscription {
  let secrets: ReadonlySet<string> = new Set<string>();
  return {
    async subscribe(url) {
      const webhooks = await api.call({ method: 'GET', path: WEBHOOKS }, webhookList);
      // Two processes started at once may each have created one; either may sign.
      const ours = webhooks.filter(
        ({ hook_url, event_types }) => hook_url === url && event_types.includes(EVENT),
      );
      if (ours.length === 0) {
        const body = { name: 'Hark', hook_url: url, event_types: [EVENT] };
        const created = await api.call({ method: 'POST', path: WEBHOOKS, body }, signingSecret);
        secrets = new Set([created.signing_secret]);
        return;
      }
      const known = await api.call({ method: 'GET', path: SECRETS }, z.array(signingSecret));
      const ids = new Set(ours.map(({ webhook_id }) => webhook_id));
      secrets = new Set(
        known.filter(({ webhook_id }) => ids.has(webhook_id)).map((entry) => entry.signing_secret),
      );
    },
    signingSecrets: () => secrets,
  };
}
