import { parseUtc } from '#shared/drop-schedule.ts';
import { z } from 'zod';
import { invalidField } from '#server/platform/lib/errors.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Api } from './tool.ts';

/** The most rows of a page: an answer is read by a model. */
export const MAX_PAGE = 50;

export const campaign = z.string().min(1).max(400).describe('The id or name of the campaign');

/** What a campaign needs; the procedures validate it. */
export const campaignPlan = z.strictObject({
  name: z.string().describe('The name of the campaign, which nobody hears'),
  message: z
    .string()
    .describe(
      'The text that is spoken. {first_name} and other columns of the list are put in for each person',
    ),
  voice_id: z.string().describe('The id of a voice of list_voices'),
  list_id: z.string().describe('The id of a list of list_contact_lists'),
  drop_date: z
    .string()
    .optional()
    .describe('When calling begins, an ISO time in UTC; missing: a minute from now. Calling hours are kept'),
  last_day: z.string().optional().describe('The last day of calling, YYYY-MM-DD'),
  max_calls: z.int().min(1).optional().describe('Calls the first so many of the list that may be called'),
});

/** Throws INVALID_INPUT for a start that has passed, at which the calls would begin at once: nobody agreed to that time. */
export function assertAhead({ drop_date: date }: { drop_date?: string | undefined }, clock: Clock): void {
  // A text that is no time is refused by the campaign itself.
  if (date !== undefined && (parseUtc(date) ?? Infinity) <= clock.now().getTime())
    throw invalidField('drop_date', 'has passed; name a time to come, or none to begin in a minute');
}

/** What a quote is asked for. */
type QuotedPlan = Omit<z.output<typeof campaignPlan>, 'name' | 'voice_id' | 'message'> & {
  message?: string | undefined;
};

/** Returns whom a campaign would call, and its price now; nothing is stored. */
export async function quotedCampaign(
  api: Api,
  { list_id, message, drop_date, last_day, max_calls }: QuotedPlan,
) {
  const plan = { list_id, message, drop_date, last_day, max_calls };
  const { contacts, skipped, left_out_total, warnings } = await api.campaigns.checkList(plan);
  const { cost, balance, affordable, renewalPending } = await api.campaigns.quote({ calls: contacts });
  return {
    calls: contacts,
    left_out: left_out_total,
    left_out_by_reason: skipped,
    warnings,
    credits: cost,
    balance,
    affordable_calls: affordable,
    renewal_pending: renewalPending,
  };
}
