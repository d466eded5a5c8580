import { z } from 'zod';
import { optional } from '#shared/schemas/options.ts';
import { CALLING_MODES, callingHoursSchema, lastDaySchema } from './calling.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';

/** The end of a longer campaign is not estimated. */
export const MAX_ESTIMATED_DAYS = 30;
export const MAX_PLAN_CLASSES = 2_000;
const MAX_PLAN_CONTACTS = 10_000_000;
const MAX_WINDOW_LENGTH = 2_000;

export const CALLING_DISCLAIMER = 'Hark applies these rules; this is no legal advice.';

/** Contacts that may be called at the same times. */
export const windowCountSchema = z.strictObject({
  window: z
    .string()
    .min(1)
    .max(MAX_WINDOW_LENGTH)
    .describe('The key of the window class: its time zones and states'),
  count: z.int().min(1).max(MAX_PLAN_CONTACTS),
});
export type WindowCount = z.infer<typeof windowCountSchema>;

export const callingPlanInput = z.strictObject({
  classes: z
    .array(windowCountSchema)
    .min(1, 'At least one contact is required')
    .max(MAX_PLAN_CLASSES, 'The list has contacts in too many places'),
  calling_hours: optional(callingHoursSchema).describe('Missing: 9:00 to 20:00 on every day'),
  drop_date: z.string().max(40).nullish().describe('ISO time; missing or past: one minute from now'),
  calls_per_minute: optional(z.int().min(1)).describe('Missing: as many as the system allows'),
  last_day: optional(lastDaySchema),
});

const openingSchema = z.object({
  opens_at: isoTime,
  closes_at: isoTime,
  zone: z.string().describe('The time zone of most of these contacts, to show it in'),
  contacts: z.int(),
});

/** When a list can be called: the bars and the estimate of the schedule step. */
export const callingPlanSchema = z.object({
  drop_date: isoTime.describe('The effective start date; ISO time, UTC'),
  contacts: z.int(),
  hours: z
    .array(
      z.object({
        starts_at: isoTime.describe('A whole hour; ISO time, UTC'),
        callable: z.int().describe('Contacts that may be called in some part of the hour'),
        calls: z.int().describe('Calls expected in the hour at the pace of the campaign'),
      }),
    )
    .describe('48 hours from the one of the start date'),
  local_hours: z
    .array(
      z.object({
        day: z.string().describe('YYYY-MM-DD'),
        hour: z.int().describe('0 to 23'),
        callable: z.int(),
        calls: z.int().describe('Calls expected in the hour at the pace of the campaign'),
      }),
    )
    .describe('The same two days in each person’s own time, every hour of each day'),
  openings: z.array(openingSchema).describe('When contacts may be called in these 48 hours, in order'),
  first_call_at: isoTime.nullable().describe('ISO time, UTC; null where nobody can ever be called'),
  estimated_end: z.string().nullable().describe('ISO time, UTC; null where it takes more than 30 days'),
  after_last_day: z.int().describe('Contacts that may be called by the last day, but are not at this pace'),
  never_open: z
    .array(windowCountSchema)
    .describe('Classes without any calling hours within five weeks: their contacts are left out'),
  rules: z
    .array(
      z.object({
        name: z.string(),
        contacts: z.int().describe('Contacts to whom it applies'),
        sources: z.array(z.string()).describe('Addresses of the texts it was taken from'),
      }),
    )
    .describe('The rules that were applied'),
  rules_reviewed: z.string().nullable().describe('When the rules of states were last reviewed, YYYY-MM-DD'),
  disclaimer: z.string(),
});
export type CallingPlan = z.infer<typeof callingPlanSchema>;

export const callingPlanOutput = z.object({
  success: z.literal(true),
  mode: z.enum(CALLING_MODES).describe('In skip-waits mode calls are placed at once, whatever the plan says'),
  plan: callingPlanSchema,
});

/** The plan of the calls that a campaign has left, from now on or from its start. */
export const campaignPlanOutput = z.object({
  success: z.literal(true),
  mode: z.enum(CALLING_MODES),
  plan: callingPlanSchema.nullable().describe('Null where no calls are left to plan'),
  classes: z.array(windowCountSchema).describe('The contacts that are left'),
});
