import { campaignStatusMessage } from '#shared/formats.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import type { StatusChange, StatusHistory } from '#server/features/campaigns/api.ts';
import type { EndpointRecord } from '#server/features/webhooks/endpoints/endpoint-store.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { eventIdOf } from './event-id.ts';
import type { Occurrence } from './event-body.ts';
import { recordTaken } from './record-taken.ts';

/** The event of each status that a campaign can be moved to. */
const EVENT_OF = {
  Sending: 'campaign.started',
  Paused: 'campaign.paused',
  Success: 'campaign.finished',
  Failed: 'campaign.finished',
} as const;
type CampaignEvent = (typeof EVENT_OF)[keyof typeof EVENT_OF] | 'campaign.resumed';

/** Returns the events of the changes of a campaign. One that goes on after a pause has also started, as it always had. */
function eventsOfChanges(changes: readonly StatusChange[]): { type: CampaignEvent; change: StatusChange }[] {
  return changes.flatMap((change, index) => {
    const resumes = change.status === 'Sending' && changes[index - 1]?.status === 'Paused';
    const types = [EVENT_OF[change.status], ...(resumes ? (['campaign.resumed'] as const) : [])];
    return types.map((type) => ({ type, change }));
  });
}

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
  const facts = eventsOfChanges(changes).map((event) => ({
    type: event.type,
    at: event.change.at,
    occurrences: [occurrenceOf(userId, campaign, event)],
  }));
  await recordTaken(deps, endpoints, facts);
  if (isDeleted) await deps.deliveries.eraseBodies(userId, campaign.id);
}

function occurrenceOf(
  userId: string,
  campaign: CampaignView,
  { type, change: { id, status, reason } }: { type: CampaignEvent; change: StatusChange },
): Occurrence {
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
