import { campaignStatusMessage } from '#shared/formats.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import type { StatusChange, StatusHistory } from '#server/features/campaigns/api.ts';
import type { EndpointRecord } from '#server/features/webhooks/endpoints/endpoint-store.ts';
import { isTakenSince } from '#server/features/webhooks/endpoints/taken-since.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { eventIdOf } from './event-id.ts';
import { recordEvents, type Occurrence } from './record-events.ts';

/** The event of each status that a campaign can be moved to. */
const EVENT_OF = {
  Sending: 'campaign.started',
  Paused: 'campaign.paused',
  Success: 'campaign.finished',
  Failed: 'campaign.finished',
} as const;

/** Stores what changed the status of a campaign since the endpoints were switched on; repeatable. */
export async function recordStatusesOf(
  deps: WebhookDeps,
  endpoints: readonly EndpointRecord[],
  campaignId: string,
): Promise<void> {
  const campaign = await deps.statuses.historyOf(campaignId);
  if (campaign !== undefined) await recordStatuses(deps, endpoints, campaign);
}

/** Stores the changes of status of one campaign for each endpoint that was on when they happened. */
export async function recordStatuses(
  deps: WebhookDeps,
  endpoints: readonly EndpointRecord[],
  { userId, campaign, changes, isDeleted }: StatusHistory,
): Promise<void> {
  const now = deps.clock.now();
  for (const endpoint of endpoints) {
    const since = changes.filter(({ at, status }) =>
      isTakenSince(endpoint, { type: EVENT_OF[status], at }, now),
    );
    const occurrences = since.map((change) => occurrenceOf(userId, campaign, change));
    if (occurrences.length > 0) await recordEvents(deps, [endpoint], occurrences);
  }
  if (isDeleted) await deps.deliveries.eraseBodies(userId, campaign.id);
}

function occurrenceOf(
  userId: string,
  campaign: CampaignView,
  { id, status, reason }: StatusChange,
): Occurrence {
  const type = EVENT_OF[status];
  return {
    campaignId: campaign.id,
    payload: {
      id: eventIdOf(userId, type, campaign.id, id),
      type,
      data: { campaign: { ...campaign, ...shownStatus(campaign, { status, reason }) } },
    },
  };
}

/** The status that the event is about; the campaign may have another one by now. */
function shownStatus(
  { total, delivered, ...now }: CampaignView,
  { status, reason }: Pick<StatusChange, 'status' | 'reason'>,
) {
  const completed = status === 'Success' || status === 'Failed';
  const isOver = now.status !== status;
  return {
    status,
    completed,
    messaging_completed: completed,
    voicemail_completed: completed,
    voicemail_status: status,
    status_reason: reason ?? null,
    ...(isOver && {
      status_message: campaignStatusMessage(status, total, delivered, reason),
      next_calls: null,
    }),
  };
}
