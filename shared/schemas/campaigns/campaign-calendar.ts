import { z } from 'zod';
import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';

/** The most campaigns of a calendar; the list has all of them. */
export const MAX_CALENDAR_CAMPAIGNS = 300;
/** A month whose zone puts its clock back is longer than 31 days. */
const MAX_CALENDAR_MS = 32 * DAY_MS;

const moment = z.iso.datetime('must be an ISO time in UTC');

/** A month in the time zone of the reader: from its first moment, inclusive, to that of the next, exclusive. */
export const campaignCalendarInput = z
  .strictObject({ from: moment, until: moment })
  .refine(({ from, until }) => Date.parse(until) > Date.parse(from), {
    error: 'The range ends before it begins',
    path: ['until'],
  })
  .refine(({ from, until }) => Date.parse(until) - Date.parse(from) <= MAX_CALENDAR_MS, {
    error: 'The range may have at most 32 days',
    path: ['until'],
  });

const calendarCampaign = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  starts_at: isoTime.describe('When it started, or else is to start; ISO time, UTC'),
  finished_at: isoTime.nullable().describe('ISO time, UTC; null until it has ended'),
  last_day: z.string().nullable().describe('The last day of calling in each person’s time, YYYY-MM-DD'),
  planned_end: z
    .string()
    .nullable()
    .describe('About when the last call is made, before it starts; ISO time, UTC'),
  total: z.int().min(0),
});
export type CalendarCampaign = z.infer<typeof calendarCampaign>;

/** The campaigns that start or end in a range, and those that send now if it has the present. */
export const campaignCalendarOutput = z.object({
  campaigns: z.array(calendarCampaign).max(MAX_CALENDAR_CAMPAIGNS).describe('The earliest start first'),
  more: z.boolean().describe('There are more campaigns in the range than are returned'),
});
export type CampaignCalendar = z.infer<typeof campaignCalendarOutput>;
