import type { Connection } from 'mongoose';
import { HOUR_MS } from '#shared/time-units.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import { erases } from '#server/platform/module/erasure-step.ts';
import type { OptOutDeps } from './opt-out-deps.ts';
import { createOptOutsRouter } from './opt-outs-router.ts';
import {
  createAdditionLimiter,
  createRefusalLimiter,
  createStopLimits,
  optOutCountModel,
} from './stop-page/stop-limits.ts';
import { createStopPages } from './stop-page/stop-pages.ts';
import { resealWebhooks } from './webhook/reseal-secrets.ts';
import { webhookSections } from './webhook/export-webhook.ts';
import { createOptOutWebhook } from './webhook/webhook-route.ts';
import { createOptOutWebhookModel, OptOutWebhookStore } from './webhook/webhook-store.ts';

/** What opt-outs need of the app. */
interface OptOutNeeds extends Pick<OptOutDeps, 'clock' | 'log' | 'secretBox' | 'publicUrl'> {
  connection: Connection;
  accountEvents: { events: OptOutDeps['events'] };
  callingProfiles: OptOutDeps['profiles'];
  suppressions: { doNotCall: OptOutDeps['doNotCall'] };
  keys: Pick<OptOutDeps, 'idempotencyKeys'>;
  /** Where a request came from. */
  clientOf: OptOutDeps['clientOf'];
  /** Whether this machine has its own, higher limit: in local mode. */
  isLocal: boolean;
}

/** Creates the ways in which people stop the calls of a user: the stop page, and the webhook of the number called back. */
export function createOptOutsFeature(app: OptOutNeeds) {
  const { connection, clock, log, secretBox, publicUrl, clientOf, isLocal: local } = app;
  const model = createOptOutWebhookModel(connection);
  const webhooks = new OptOutWebhookStore(model);
  const deps: OptOutDeps = {
    clock,
    log,
    secretBox,
    publicUrl,
    clientOf,
    events: app.accountEvents.events,
    profiles: app.callingProfiles,
    doNotCall: app.suppressions.doNotCall,
    idempotencyKeys: app.keys.idempotencyKeys,
    webhooks,
    refusals: createRefusalLimiter(connection),
    additions: createAdditionLimiter(connection),
    stopLimits: createStopLimits(connection, { local }),
  };
  return {
    router: createOptOutsRouter(deps),
    webhook: createOptOutWebhook(deps),
    pages: createStopPages(deps),
    duties: [
      {
        name: 'reseal-opt-out-webhooks',
        everyMs: HOUR_MS,
        run: ({ signal }) => resealWebhooks(deps, signal),
      },
    ] satisfies Duty[],
    exported: { sections: webhookSections(webhooks) },
    erasure: [erases('opt-out webhook', async ({ uid }) => void (await webhooks.erase(uid)))],
    models: [model, optOutCountModel(connection)] as const,
  };
}
