import type { z } from 'zod';
import { isActive } from '#shared/campaign-lifecycle.ts';
import {
  MAX_CALENDAR_CAMPAIGNS,
  type CalendarCampaign,
  type CampaignCalendar,
  type campaignCalendarInput,
} from '#shared/schemas/campaigns/campaign-calendar.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';

/** One more than is returned shows that there are more. */
const LIMIT = MAX_CALENDAR_CAMPAIGNS + 1;

/**
 * Returns a user's campaigns that start or end in a range of at most 32 days, and those that send now if the range has
 * the present; at most `MAX_CALENDAR_CAMPAIGNS` of them, the earliest start first.
 */
export async function readCalendar(
  { overview, clock }: Pick<CampaignsDeps, 'overview' | 'clock'>,
  userId: string,
  input: z.infer<typeof campaignCalendarInput>,
): Promise<CampaignCalendar> {
  const range = { from: new Date(input.from), until: new Date(input.until) };
  const now = clock.now();
  const hasNow = range.from <= now && now < range.until;
  const order = { direction: 1, limit: LIMIT } as const;
  const [planned, ...others] = await Promise.all([
    overview.byDropDate(userId, { statuses: ['Scheduled', 'Paused'], ...range }, order),
    overview.startedIn(userId, range, LIMIT),
    overview.finishedIn(userId, range, LIMIT),
    hasNow ? overview.byDropDate(userId, { statuses: ['Sending'] }, order) : [],
  ]);
  // A paused campaign that has started is on the day on which it did.
  const found = [...planned.filter(({ startedAt }) => startedAt === undefined), ...others.flat()];
  const campaigns = [...new Map(found.map((campaign) => [campaign._id, campaign])).values()]
    .map(presentInCalendar)
    .sort((a, b) => a.starts_at.localeCompare(b.starts_at) || a.id.localeCompare(b.id));
  return {
    campaigns: campaigns.slice(0, MAX_CALENDAR_CAMPAIGNS),
    more: campaigns.length > MAX_CALENDAR_CAMPAIGNS || planned.length === LIMIT,
  };
}

function presentInCalendar(campaign: VisibleCampaign): CalendarCampaign {
  const { status, startedAt, dropDate, finishedAt, lastDay, plannedEnd } = campaign;
  return {
    id: campaign._id,
    name: campaign.name,
    status,
    starts_at: (startedAt ?? dropDate).toISOString(),
    finished_at: isActive(status) ? null : (finishedAt?.toISOString() ?? null),
    last_day: lastDay ?? null,
    planned_end: status === 'Scheduled' ? (plannedEnd?.toISOString() ?? null) : null,
    total: campaign.total,
  };
}
