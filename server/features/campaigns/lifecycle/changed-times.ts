import { z } from 'zod';
import {
  callingHoursSchema,
  DEFAULT_HOURS,
  type CallingHours,
  type CallingHoursChange,
} from '#shared/schemas/calling/calling.ts';
import type { UpdateCampaign } from '#shared/schemas/campaigns/update-campaign.ts';
import { invalidField } from '#server/platform/lib/errors.ts';
import { parseInput } from '#server/platform/trpc/invalid-input.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { checkedDropDate, checkedLastDay } from '#server/features/campaigns/preparation/draft.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';

type Times = Pick<CampaignDocument, 'dropDate' | 'callingHours' | 'lastDay'>;
type TimeFields = Pick<UpdateCampaign, 'drop_date' | 'calling_hours' | 'last_day'>;

/** Returns when a campaign calls; null where it has the default hours, or no last day. */
export function timesOf({ dropDate, callingHours = null, lastDay = null }: Times): Times {
  return { dropDate, callingHours, lastDay };
}

/** Returns the hours after a change, null for the default ones. Throws INVALID_INPUT if they do not fit together. */
function changedHours(
  { callingHours }: VisibleCampaign,
  change: CallingHoursChange | null,
): CallingHours | null {
  if (change === null) return null;
  const { from, to, days } = callingHours ?? DEFAULT_HOURS;
  const hours = { from: change.from ?? from, to: change.to ?? to, days: change.days ?? [...days] };
  return parseInput(z.object({ calling_hours: callingHoursSchema }), { calling_hours: hours }).calling_hours;
}

/**
 * Returns what changes of the times of a campaign. Throws INVALID_INPUT, naming the field, if they do not fit together or some
 * contact could never be called then.
 */
export async function checkedTimes(
  deps: CampaignsDeps,
  campaign: VisibleCampaign,
  { drop_date: dropDate, calling_hours: hours, last_day: lastDay }: TimeFields,
): Promise<Partial<Times>> {
  const now = deps.clock.now();
  const changed = {
    ...(dropDate !== undefined && checkedDropDate(dropDate, now)),
    ...(hours !== undefined && { callingHours: changedHours(campaign, hours) }),
    ...(lastDay !== undefined && { lastDay }),
  };
  const times = timesOf({ ...timesOf(campaign), ...changed });
  const isEndMoved = times.lastDay !== null && (dropDate !== undefined || lastDay !== undefined);
  if (isEndMoved) checkedLastDay(times.lastDay, times.dropDate, now);
  if (hours === undefined && !isEndMoved) return changed;
  const isAnyMissed = await someNeverCalled(deps, campaign, times);
  if (isAnyMissed && (await someNeverCalled(deps, campaign, { ...times, lastDay: null }))) {
    const text = 'Some contacts of this campaign could never be called within these calling hours.';
    throw invalidField('calling_hours', text);
  }
  if (isAnyMissed)
    throw invalidField('last_day', 'Some contacts of this campaign could not be called by its last day.');
  return changed;
}

/** Whether some contact of a campaign could never be called at these times. */
async function someNeverCalled(
  { contacts, calendar, clock }: CampaignsDeps,
  { _id }: VisibleCampaign,
  { dropDate, callingHours, lastDay }: Times,
): Promise<boolean> {
  const from = new Date(Math.max(dropDate.getTime(), clock.now().getTime()));
  const windows = await contacts.windowsOf(_id);
  return windows.some(
    (window) => calendar.nextOpening(window, callingHours ?? undefined, from, lastDay) === undefined,
  );
}

/**
 * Returns the times that must not have changed meanwhile: those that a changed part of the hours was completed from, and with a
 * last day all of them, as they were checked together.
 */
export function timesKept(
  campaign: VisibleCampaign,
  fields: TimeFields,
  changed: Partial<Times>,
): Partial<Times> {
  const before = timesOf(campaign);
  const isAnySet = [fields.drop_date, fields.calling_hours, fields.last_day].some(
    (field) => field !== undefined,
  );
  const days = [before.lastDay, changed.lastDay].filter((day) => typeof day === 'string');
  if (isAnySet && days.length > 0) return before;
  return fields.calling_hours ? { callingHours: before.callingHours } : {};
}
