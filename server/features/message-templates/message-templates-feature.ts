import type { Connection } from 'mongoose';
import type { CampaignPages } from '#server/features/campaigns/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { erases } from '#server/platform/module/erasure-step.ts';
import { iso, section } from '#server/platform/module/export-rows.ts';
import { createTemplateModel, TemplateStore } from './template-store.ts';
import { createTemplatesRouter } from './templates-router.ts';

/** What message templates need of the app. */
interface MessageTemplatesNeeds {
  connection: Connection;
  clock: Clock;
  stores: { overview: CampaignPages };
}

/** Creates the message templates of users, beside which the message of their latest campaign is offered. */
export function createMessageTemplatesFeature(app: MessageTemplatesNeeds) {
  const model = createTemplateModel(app.connection);
  const store = new TemplateStore(model);
  return {
    router: createTemplatesRouter({ store, clock: app.clock, campaigns: app.stores.overview }),
    exported: {
      sections: [
        section('message-templates', ['name', 'text', 'changed_at'], async function* ({ uid }) {
          for (const { name, text, changedAt } of await store.ofUser(uid))
            yield { name, text, changed_at: iso(changedAt) };
        }),
      ],
    },
    erasure: [erases('message templates', ({ uid }) => store.erase(uid))],
    models: [model] as const,
  };
}
