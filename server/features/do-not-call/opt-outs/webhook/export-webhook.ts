import { iso, section } from '#server/platform/module/export-rows.ts';
import type { OptOutWebhookStore } from './webhook-store.ts';
import type { ExportSection } from '#server/platform/module/export-section.ts';

/** Returns when the webhook of a user had its secret renewed. */
export function webhookSections(webhooks: Pick<OptOutWebhookStore, 'of'>): ExportSection[] {
  return [
    section('opt-out-webhook', ['renewed_at'], async function* ({ uid }) {
      const webhook = await webhooks.of(uid);
      if (webhook !== undefined) yield { renewed_at: iso(webhook.renewedAt) };
    }),
  ];
}
