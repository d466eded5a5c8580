import { CALLS_PER_DELIVERY } from '#shared/schemas/webhooks.ts';
import type { SettledCall, SettledCalls } from '#server/features/webhooks/api.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { eventIdOf } from './event-id.ts';
import { recordStatusesOf } from './campaign-events.ts';
import { recordEvents, type Occurrence } from './record-events.ts';

const TYPES = ['call.delivered', 'call.failed'] as const;

/**
 * Stores the calls of a settlement, after the changes of status that came before them. A settlement is not counted until this
 * has succeeded, so that a process that dies here leaves it to the next one; what is stored already stays as it is.
 */
export async function recordCalls(deps: WebhookDeps, calls: SettledCalls): Promise<void> {
  const endpoints = await deps.endpoints.enabledOf(calls.userId);
  if (endpoints.length === 0) return;
  await recordStatusesOf(deps, endpoints, calls.campaignId);
  const listeners = endpoints.filter(({ events }) => TYPES.some((type) => events.includes(type)));
  if (listeners.length > 0) await recordEvents(deps, listeners, occurrencesOf(calls, await calls.read()));
}

/** Groups the calls by their place in the settlement, which is the same each time it is read. */
function occurrencesOf(
  { userId, campaignId, campaignName, settlement }: SettledCalls,
  calls: readonly SettledCall[],
): Occurrence[] {
  const found: Occurrence[] = [];
  for (let first = 0; first < calls.length; first += CALLS_PER_DELIVERY) {
    const part = calls.slice(first, first + CALLS_PER_DELIVERY);
    for (const type of TYPES) {
      const views = part
        .filter(({ delivered }) => delivered === (type === 'call.delivered'))
        .map(({ view }) => view);
      if (views.length === 0) continue;
      const id = eventIdOf(userId, type, campaignId, String(settlement), String(first));
      const data = { campaign_id: campaignId, campaign_name: campaignName, calls: views };
      found.push({ campaignId, payload: { id, type, data } });
    }
  }
  return found;
}
