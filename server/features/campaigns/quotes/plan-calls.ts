import type { z } from 'zod';
import { isWindowKey, placesOfWindow } from '#shared/calling/zones-of-window.ts';
import type { CallingPlan, callingPlanInput, WindowCount } from '#shared/schemas/calling/calling-plan.ts';
import { invalidField } from '#server/platform/lib/errors.ts';
import { checkedDropDate, checkedLastDay } from '#server/features/campaigns/preparation/draft.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';

/** Places of all classes together, which bound the work of a plan. A class of a real list has 9 on average, at most 40. */
const MAX_PLACES = 30_000;

/**
 * Plans when a list can be called, from the classes that a check of the list returned. Throws INVALID_INPUT, naming the
 * field, for classes that no check returns and for a bad drop date or last day.
 */
export async function planList(
  deps: Pick<CampaignsDeps, 'planCalls' | 'clock'>,
  { classes, calling_hours, drop_date, calls_per_minute, last_day }: z.infer<typeof callingPlanInput>,
): Promise<CallingPlan> {
  if (!classes.every(({ window }) => isWindowKey(window)))
    throw invalidField('classes', 'A class names an unknown time zone or state');
  if (isTooManyPlaces(classes)) throw invalidField('classes', 'The list has contacts in too many places');
  const now = deps.clock.now();
  const { dropDate } = checkedDropDate(drop_date ?? undefined, now);
  checkedLastDay(last_day, dropDate, now);
  return deps.planCalls({
    classes,
    hours: calling_hours,
    dropDate,
    pace: calls_per_minute,
    lastDay: last_day,
  });
}

/** Plans the calls that a campaign has left, from now on or from its start; without a plan where it has none. */
export async function planCampaign(
  deps: Pick<CampaignsDeps, 'planCalls' | 'clock' | 'contacts'>,
  campaign: VisibleCampaign,
): Promise<{ plan: CallingPlan | null; classes: WindowCount[] }> {
  const { _id, status, startedAt } = campaign;
  const classes = status === 'Scheduled' || status === 'Sending' ? await deps.contacts.countWindows(_id) : [];
  if (classes.length === 0 || isTooManyPlaces(classes)) return { plan: null, classes: [] };
  const now = deps.clock.now();
  const plan = await deps.planCalls({
    ...plannedHours(campaign),
    classes,
    dropDate: startedAt === undefined && campaign.dropDate > now ? campaign.dropDate : now,
  });
  return { plan, classes };
}

/** Returns when and how fast a campaign calls, as a plan is asked for. */
export function plannedHours({
  callingHours,
  lastDay,
  dropsPerMinute,
}: Pick<CampaignDocument, 'callingHours' | 'lastDay' | 'dropsPerMinute'>) {
  return {
    hours: callingHours ?? undefined,
    pace: dropsPerMinute ?? undefined,
    lastDay: lastDay ?? undefined,
  };
}

/** Whether a plan of these classes would take too long. */
export function isTooManyPlaces(classes: readonly WindowCount[], most = MAX_PLACES): boolean {
  return classes.reduce((sum, { window }) => sum + placesOfWindow(window), 0) > most;
}
