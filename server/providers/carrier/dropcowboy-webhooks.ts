import { z } from 'zod';
import { HttpFailure, type HttpRequest, type HttpSender } from '#server/providers/http-sender.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';

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
    request: Pick<HttpRequest, 'method' | 'body'> & { path: string },
    answer: z.ZodType<T>,
  ): Promise<T> {
    const { path, ...rest } = request;
    try {
      const { status, text } = await sender.send({
        ...rest,
        url: `${baseUrl}${path}`,
        headers: credentials,
        timeoutMs,
      });
      if (status >= 200 && status < 300) return answer.parse(JSON.parse(text));
      const message = `The carrier answered ${String(status)} to ${path}`;
      throw status >= 500 || status === 429
        ? new ProviderUnavailable(message, String(status))
        : new ProviderRejected(message, String(status));
    } catch (error) {
      if (error instanceof HttpFailure) throw new ProviderUnavailable(error.message, '', { cause: error });
      throw error;
    }
  }

  return {
    async subscribe(url) {
      const { data: webhooks } = await call(
        { method: 'GET', path: '/register/public/webhooks' },
        webhookList,
      );
      const ours = webhooks.find(
        ({ hook_url, event_types }) => hook_url === url && event_types.includes(EVENT),
      );
      if (ours === undefined) {
        const body = JSON.stringify({ name: 'Hark', hook_url: url, event_types: [EVENT] });
        const { data: created } = await call(
          { method: 'POST', path: '/register/public/webhooks', body },
          createdWebhook,
        );
        secrets.add(created.signing_secret);
        return;
      }
      const { data: known } = await call(
        { method: 'GET', path: '/register/public/account/webhook-signing-secret' },
        secretList,
      );
      for (const { webhook_id, signing_secret } of known) {
        if (webhook_id === ours.webhook_id) secrets.add(signing_secret);
      }
    },
    signingSecrets: () => secrets,
  };
}
