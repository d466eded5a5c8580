import type { ExportSection } from '#server/features/account/export/export-section.ts';
import type { WebhooksFeature } from '#server/features/webhooks/webhooks-feature.ts';
import { allOf, iso, section } from './export-rows.ts';

/** The features whose webhooks are exported. */
export interface WebhookFeatures {
  webhooks: Pick<WebhooksFeature, 'ofUser' | 'log'>;
}

/** Returns the sections with the webhook endpoints of an account and the log of their deliveries. */
export function webhookSections({ webhooks }: WebhookFeatures): ExportSection[] {
  return [
    section(
      'webhooks',
      ['id', 'url', 'description', 'events', 'enabled', 'created_at'],
      async function* ({ uid }) {
        for (const endpoint of await webhooks.ofUser(uid)) {
          const { _id: id, url, description, events, enabledAt, createdAt } = endpoint;
          const enabled = enabledAt !== undefined;
          yield { id, url, description, events: events.join(' '), enabled, created_at: iso(createdAt) };
        }
      },
    ),
    section(
      'webhook-deliveries',
      ['webhook_id', 'event_id', 'type', 'status', 'attempts', 'created_at', 'delivered_at'],
      async function* ({ uid }) {
        for (const { _id: webhook_id } of await webhooks.ofUser(uid)) {
          const deliveries = allOf(
            (range) => webhooks.log(webhook_id, range),
            ({ createdAt, _id }) => ({ at: createdAt, key: _id }),
          );
          for await (const { eventId: event_id, type, status, attempts, ...times } of deliveries) {
            const at = { created_at: iso(times.createdAt), delivered_at: iso(times.deliveredAt) };
            yield { webhook_id, event_id, type, status, attempts, ...at };
          }
        }
      },
    ),
  ];
}
