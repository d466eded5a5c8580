import { z } from 'zod';
import {
  HttpFailure,
  type HttpAnswer,
  type HttpRequest,
  type HttpSender,
} from '#server/providers/http-sender.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { parseJson } from './parse-json.ts';

const EVENT = 'contact.rvm.status';

const webhookList = z.object({
  data: z.array(z.object({ webhook_id: z.string(), hook_url: z.string(), event_types: z.array(z.string()) })),
});
const secretList = z.object({
  data: z.array(z.object({ webhook_id: z.string(), signing_secret: z.string().min(1) })),
});
const createdWebhook = z.object({
  data: z.object({ webhook_id: z.string(), signing_secret: z.string().min(1) }),
});

export interface WebhookSubscription {
  /** Finds or makes the webhook that reports to `url`, and keeps its signing secret. Repeatable. */
  subscribe(url: string): Promise<void>;
  /** The secrets our webhooks are signed with; empty before the first `subscribe`. */
  signingSecrets(): ReadonlySet<string>;
}

/** Our webhook in a Drop Cowboy account, which may hold webhooks of others beside it. */
export function createWebhookSubscription(options: {
  baseUrl: string;
  credentials: Record<string, string>;
  sender: HttpSender;
  timeoutMs: number;
}): WebhookSubscription {
  const { baseUrl, credentials, sender, timeoutMs } = options;
  const secrets = new Set<string>();

  async function call<T>(
    { path, ...request }: Pick<HttpRequest, 'method' | 'body'> & { path: string },
    answer: z.ZodType<T>,
  ): Promise<T> {
    const { status, text } = await send({ ...request, url: `${baseUrl}${path}` });
    const message = `The carrier answered ${String(status)} to ${path}`;
    if (status === 429 || status >= 500) throw new ProviderUnavailable(message, String(status));
    if (status < 200 || status >= 300) throw new ProviderRejected(message, String(status));
    const body = answer.safeParse(parseJson(text));
    if (!body.success) throw new ProviderUnavailable(`${message} with what cannot be read`, String(status));
    return body.data;
  }

  async function send(request: Pick<HttpRequest, 'method' | 'body' | 'url'>): Promise<HttpAnswer> {
    try {
      return await sender.send({ ...request, headers: credentials, timeoutMs });
    } catch (cause) {
      if (!(cause instanceof HttpFailure)) throw cause;
      throw new ProviderUnavailable(cause.message, '', { cause });
    }
  }

  return {
    async subscribe(url) {
      const { data: webhooks } = await call(
        { method: 'GET', path: '/register/public/webhooks' },
        webhookList,
      );
      // Two processes that start at once may each have made one: any of them may sign.
      const ours = webhooks.filter(
        ({ hook_url, event_types }) => hook_url === url && event_types.includes(EVENT),
      );
      if (ours.length === 0) {
        const body = JSON.stringify({ name: 'Hark', hook_url: url, event_types: [EVENT] });
        const { data: created } = await call(
          { method: 'POST', path: '/register/public/webhooks', body },
          createdWebhook,
        );
        secrets.add(created.signing_secret);
        return;
      }
      const path = '/register/public/account/webhook-signing-secret';
      const { data: known } = await call({ method: 'GET', path }, secretList);
      const ids = new Set(ours.map(({ webhook_id }) => webhook_id));
      for (const { webhook_id, signing_secret } of known)
        if (ids.has(webhook_id)) secrets.add(signing_secret);
    },
    signingSecrets: () => secrets,
  };
}
