import { z } from 'zod';
import type { DropCowboyApi } from './dropcowboy-api.ts';

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
