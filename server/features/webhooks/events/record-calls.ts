import { CALLS_PER_DELIVERY } from '#shared/schemas/webhooks.ts';
import type { SettledCall, SettledCalls } from '#server/features/webhooks/api.ts';
import { takesEvent } from '#server/features/webhooks/endpoints/chosen-events.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { eventsOf, type Occurrence } from './event-body.ts';
import { recordStatusesOf } from './campaign-events.ts';
import { recordEvents } from './record-events.ts';

const TYPES = ['call.delivered', 'call.failed'] as const;

/**
 * Stores the calls of a settlement, after the changes of status that came before them. A settlement is not counted until this
 * has succeeded, so that a process that dies here leaves it to the next one; what is stored already stays as it is.
 */
export async function recordCalls(deps: WebhookDeps, calls: SettledCalls): Promise<void> {
  const endpoints = await deps.endpoints.enabledOf(calls.userId);
  if (endpoints.length === 0) return;
  await recordStatusesOf(deps, endpoints, calls.campaignId);
  const listeners = endpoints.filter((endpoint) => TYPES.some((type) => takesEvent(endpoint, type)));
  if (listeners.length > 0) await recordEvents(deps, listeners, occurrencesOf(calls, await calls.read()));
}

/** Groups the calls by their place in the settlement, which is the same each time it is read. */
function occurrencesOf(
  { userId: uid, campaignId, campaignName, settlement }: SettledCalls,
  calls: readonly SettledCall[],
): Occurrence[] {
  const found: Occurrence[] = [];
  for (let first = 0; first < calls.length; first += CALLS_PER_DELIVERY) {
    const part = calls.slice(first, first + CALLS_PER_DELIVERY);
    for (const type of TYPES) {
      const ofType = part.filter(({ delivered }) => delivered === (type === 'call.delivered'));
      const key = [campaignId, String(settlement), String(first)];
      const items = ofType.map(({ view }) => view);
      const dataOf = (views: readonly SettledCall['view'][]) => ({
        campaign_id: campaignId,
        campaign_name: campaignName,
        calls: [...views],
      });
      found.push(...eventsOf({ uid, type, key, campaignId, items, dataOf }));
    }
  }
  return found;
}
