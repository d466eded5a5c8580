import type { ExportSection } from '#server/platform/module/export-section.ts';
import { choiceOf } from './endpoints/chosen-events.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import { allOf, iso, section } from '#server/platform/module/export-rows.ts';

/** Returns the sections with the webhook endpoints of an account and the log of their deliveries. */
export function webhookSections({
  endpoints,
  deliveries,
}: Pick<WebhookDeps, 'endpoints' | 'deliveries'>): ExportSection[] {
  return [
    section(
      'webhooks',
      ['id', 'url', 'description', 'events', 'enabled', 'created_at'],
      async function* ({ uid }) {
        for (const endpoint of await endpoints.ofUser(uid)) {
          const { _id: id, url, description, enabledAt, createdAt } = endpoint;
          const events = choiceOf(endpoint).join(' ');
          const enabled = enabledAt !== undefined;
          yield { id, url, description, events, enabled, created_at: iso(createdAt) };
        }
      },
    ),
    section(
      'webhook-deliveries',
      ['webhook_id', 'event_id', 'type', 'status', 'attempts', 'created_at', 'delivered_at'],
      async function* ({ uid }) {
        for (const { _id: webhook_id } of await endpoints.ofUser(uid)) {
          const log = allOf(
            (range) => deliveries.page(webhook_id, range),
            ({ createdAt, _id }) => ({ at: createdAt, key: _id }),
          );
          for await (const { eventId: event_id, type, status, attempts, ...times } of log) {
            const at = { created_at: iso(times.createdAt), delivered_at: iso(times.deliveredAt) };
            yield { webhook_id, event_id, type, status, attempts, ...at };
          }
        }
      },
    ),
  ];
}
