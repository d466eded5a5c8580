import type { Connection } from 'mongoose';
import { HOUR_MS } from '#shared/time-units.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import { erases } from '#server/platform/module/erasure-step.ts';
import type { OptOutDeps } from './opt-out-deps.ts';
import { createOptOutsRouter } from './opt-outs-router.ts';
import { optOutCountModel, createRefusalLimiter, createStopLimits } from './stop-page/stop-limits.ts';
import { createStopPages } from './stop-page/stop-pages.ts';
import { resealWebhooks } from './webhook/reseal-secrets.ts';
import { webhookSections } from './webhook/export-webhook.ts';
import { createOptOutWebhook } from './webhook/webhook-route.ts';
import { createOptOutWebhookModel, OptOutWebhookStore } from './webhook/webhook-store.ts';

interface OptOutOptions extends Omit<OptOutDeps, 'webhooks' | 'refusals' | 'stopLimits'> {
  connection: Connection;
  /** Whether this machine has its own, higher limit: in local mode. */
  local: boolean;
}

/** Creates the ways in which people stop the calls of a user: the stop page, and the webhook of the number called back. */
export function createOptOutsFeature({ connection, local, ...options }: OptOutOptions) {
  const model = createOptOutWebhookModel(connection);
  const webhooks = new OptOutWebhookStore(model);
  const deps: OptOutDeps = {
    ...options,
    webhooks,
    refusals: createRefusalLimiter(connection),
    stopLimits: createStopLimits(connection, { local }),
  };
  return {
    router: createOptOutsRouter(deps),
    webhook: createOptOutWebhook(deps),
    pages: createStopPages(deps),
    resealSecrets: () => resealWebhooks(deps),
    duties: [
      { name: 'reseal-opt-out-webhooks', everyMs: HOUR_MS, run: () => resealWebhooks(deps) },
    ] satisfies Duty[],
    exported: { sections: webhookSections(webhooks) },
    erasure: [erases('opt-out webhook', async ({ uid }) => void (await webhooks.erase(uid)))],
    models: [model, optOutCountModel(connection)] as const,
  };
}
