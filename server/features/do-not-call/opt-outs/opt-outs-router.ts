import { noFields } from '#shared/schemas/options.ts';
import {
  newWebhookSecretOutput,
  optOutWebhookOutput,
  removedWebhookOutput,
} from '#shared/schemas/calling/opt-outs.ts';
import { AppError, notFound } from '#server/platform/lib/errors.ts';
import { newSecret } from '#server/platform/lib/secrets/ids.ts';
import type { Client } from '#server/platform/trpc/context.ts';
import { protectedProcedure, recentProcedure, router } from '#server/platform/trpc/trpc.ts';
import type { OptOutDeps } from './opt-out-deps.ts';
import { ownerOf } from './webhook/webhook-route.ts';

/** Procedures on the caller's opt-out webhook; tRPC only, so that no API key reaches its secret. */
export function createOptOutsRouter({ webhooks, secretBox, clock, events, publicUrl }: OptOutDeps) {
  const urlOf = (token: string) => `${publicUrl}/webhooks/opt-out/${token}`;
  const record = (uid: string, client: Client) =>
    events.record({
      uid,
      type: 'calling_settings_changed',
      client,
      detail: { setting: 'Opt-out webhook' },
    });
  return router({
    webhook: protectedProcedure.output(optOutWebhookOutput).query(async ({ ctx: { user } }) => {
      const webhook = await webhooks.of(user.uid);
      return {
        url: webhook === undefined ? null : urlOf(webhook.token),
        renewed_at: webhook?.renewedAt.toISOString() ?? null,
      };
    }),

    /** Makes the webhook, or replaces its secret; the secret cannot be read again. Of calls at the same time one does. */
    renewWebhookSecret: recentProcedure
      .input(noFields)
      .output(newWebhookSecretOutput)
      .mutation(async ({ ctx: { user, client } }) => {
        const before = await webhooks.of(user.uid);
        const secret = newSecret();
        const sealed = secretBox.seal(secret, ownerOf(user.uid));
        const token = await webhooks.renew(user.uid, before?.secret, sealed, clock.now());
        if (token === undefined)
          throw new AppError('CONFLICT', 'The secret was changed in the meantime. Please try again.');
        await record(user.uid, client);
        return { url: urlOf(token), secret };
      }),

    removeWebhook: recentProcedure
      .input(noFields)
      .output(removedWebhookOutput)
      .mutation(async ({ ctx: { user, client } }) => {
        if (!(await webhooks.erase(user.uid))) throw notFound('Webhook');
        await record(user.uid, client);
        return { success: true as const };
      }),
  });
}
