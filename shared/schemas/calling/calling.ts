import { z } from 'zod';
import { optional, withDefault } from '#shared/schemas/options.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';

/** The hours in which the law lets a call be made, in the called person's own time. */
export const LEGAL_HOURS = { from: '08:00', to: '21:00' } as const;
/** The hours of a campaign that names none. */
export const DEFAULT_HOURS = { from: '09:00', to: '20:00', days: [1, 2, 3, 4, 5, 6, 7] } as const;

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
// Times compare as texts only in this form: nothing else is checked of another.
const time = z.string().regex(TIME, { error: 'must be a time such as 09:00', abort: true });

const from = time.refine((value) => value >= LEGAL_HOURS.from, 'Calls may be made from 8 AM');
const to = time.refine((value) => value <= LEGAL_HOURS.to, 'Calls may be made until 9 PM');
/** In any order, once or several times; read in order. */
const days = z
  .array(z.int().min(1).max(7))
  .min(1, 'Please choose at least one day')
  .max(7)
  .transform((given) => [...new Set(given)].sort((a, b) => a - b));

/** When a campaign may call, in the called person’s own time. Days are 1 (Monday) to 7 (Sunday). */
export const callingHoursSchema = z
  .strictObject({
    from: withDefault(from, DEFAULT_HOURS.from),
    to: withDefault(to, DEFAULT_HOURS.to),
    days: withDefault(days, [...DEFAULT_HOURS.days]),
  })
  .refine((hours) => hours.from < hours.to, {
    error: 'The calling hours must end after they begin',
    path: ['to'],
  });
/** A change of the hours: what it does not name stays as it is. */
export const callingHoursChange = z.strictObject({
  from: optional(from),
  to: optional(to),
  days: optional(days),
});
export type CallingHoursChange = z.infer<typeof callingHoursChange>;
export type CallingHours = z.infer<typeof callingHoursSchema>;

/** The last day of calling of a campaign: a day of the calendar, YYYY-MM-DD. */
export const lastDaySchema = z.iso
  .date('The last day of calling must be a day such as 2026-12-04')
  .describe(
    'The last day on which people are called, in their own time (YYYY-MM-DD); calls that are not made by then are released',
  );

/** The calling hours of a campaign as the API presents them. */
export const callingHoursView = z
  .object({ from: z.string(), to: z.string(), days: z.array(z.int()) })
  .describe('When it may call, in the called person’s own time; days are 1 (Monday) to 7 (Sunday)');

/** When the next contact of a campaign may be called, while none may be now. */
export const nextCallsSchema = z
  .object({
    at: isoTime,
    zone: z.string().describe('The time zone to show it in'),
  })
  .nullable()
  .describe('While no contact may be called: when the next one may be');

/** Why a contact of a list is left out of a campaign: it is neither held for nor charged. */
export const LEFT_OUT_REASONS = [
  'do not call',
  'called too often',
  'no calling hours',
  'other half',
  'over the maximum',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

export const skippedSchema = z
  .array(z.object({ reason: z.enum(LEFT_OUT_REASONS), count: z.int() }))
  .describe('Contacts left out of the campaign, by reason: neither held for nor charged');
export type Skipped = z.infer<typeof skippedSchema>;

/** `enforce`: nobody is called outside their hours. `skip-waits`: the wait for the next opening is skipped and marked. */
export const CALLING_MODES = ['enforce', 'skip-waits'] as const;
export type CallingMode = (typeof CALLING_MODES)[number];
