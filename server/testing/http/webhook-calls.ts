import { WEBHOOK_EVENTS, type WebhookPayload } from '#shared/schemas/webhooks.ts';
import { expectOk, type HarkClient } from '#server/app/seed/hark-client.ts';
import { withRetries } from '../crash/kill-until-final.ts';
import { until } from '../crash/until.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

/** What the calls of a campaign came to, by the webhooks about it. */
export interface CountedCalls {
  delivered: number;
  failed: number;
  /** How many calls were in two events of the same type. */
  repeated: number;
}

/** Counts the calls of a campaign in these events; of a call that was delivered after it had failed, the delivery counts. */
export function countCalls(events: readonly WebhookPayload[], campaignId: string): CountedCalls {
  const results = { 'call.delivered': new Set<string>(), 'call.failed': new Set<string>() };
  let repeated = 0;
  for (const { type, data } of events) {
    if (type !== 'call.delivered' && type !== 'call.failed') continue;
    if (data.campaign_id !== campaignId) continue;
    for (const { recommended_phone: phone } of data.calls) {
      if (results[type].has(phone)) repeated += 1;
      results[type].add(phone);
    }
  }
  const delivered = results['call.delivered'];
  const failed = [...results['call.failed']].filter((phone) => !delivered.has(phone));
  return { delivered: delivered.size, failed: failed.length, repeated };
}

/** Returns the types of the events of a campaign in the order of their first arrival, repeated neighbours once. */
export function campaignTypes(events: readonly WebhookPayload[], campaignId: string): string[] {
  const types = events.flatMap(({ type, data }) => {
    if ('campaign' in data) return data.campaign.id === campaignId ? [type] : [];
    return 'campaign_id' in data && data.campaign_id === campaignId ? ['calls'] : [];
  });
  return types.filter((type, index) => type !== types[index - 1]);
}

/** Registers the receiver as an endpoint for all events. */
export async function receiveAll(client: HarkClient, receiver: WebhookReceiver): Promise<void> {
  expectOk(await client.post('/api/webhooks/', { url: receiver.url(), events: [...WEBHOOK_EVENTS] }));
}

/** What a final campaign came to, by its own counters and by the webhooks about it. */
export interface ArrivedCalls {
  final: Omit<CountedCalls, 'repeated'>;
  counted: CountedCalls;
}

/**
 * Resolves when the events of a final campaign have as many calls as its counters and its end has arrived. Late successes
 * are settled after the end of the campaign, and each correction is another event, so both are read again and again.
 */
export function untilAllArrived(
  receiver: WebhookReceiver,
  { client, campaignId, timeoutMs }: { client: HarkClient; campaignId: string; timeoutMs: number },
): Promise<ArrivedCalls> {
  return until('the webhooks of all calls', timeoutMs, async () => {
    const status = await withRetries(() => client.get(`/api/campaigns/${campaignId}/status/`));
    const final = { delivered: Number(status['delivered']), failed: Number(status['failed']) };
    const events = receiver.events();
    const counted = countCalls(events, campaignId);
    const isComplete = counted.delivered === final.delivered && counted.failed === final.failed;
    const hasEnd = campaignTypes(events, campaignId).includes('campaign.finished');
    return isComplete && hasEnd && { final, counted };
  });
}
