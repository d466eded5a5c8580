import { z } from 'zod';
import { CALL_REASON_KEYS } from '../call-reasons.ts';
import { CAMPAIGN_STATUSES } from '../campaign-lifecycle.ts';
import { isReversed, REVERSED_RANGE } from '../day-range.ts';
import { weekHours } from './analytics.ts';
import { dayField } from './campaigns/campaign-overview.ts';

const count = z.int().min(0);
const MAX_REFERENCE_LENGTH = 200;
/** The reasons shown of each side. */
export const MAX_REASONS = 3;

const campaign = z
  .string()
  .min(1, 'A campaign is required')
  .max(MAX_REFERENCE_LENGTH, 'This is not the name of a campaign')
  .describe('The campaign’s name or id');
const period = z
  .object({ from: dayField, to: dayField })
  .refine((range) => !isReversed(range), { error: REVERSED_RANGE, path: ['to'] });

/** Two campaigns, or two periods of UTC days; the campaigns of a period are those that drop in it. */
export const compareInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('campaigns'), a: campaign, b: campaign }),
  z.object({ kind: z.literal('periods'), a: period, b: period }),
]);

/** One side of a comparison. */
export const comparedSchema = z.object({
  /** The campaign; null for a period. */
  campaign: z
    .object({
      id: z.string(),
      name: z.string(),
      status: z.enum(CAMPAIGN_STATUSES),
      time: z.string().describe('When it began to send, or will; ISO time, UTC'),
    })
    .nullable(),
  campaigns: count,
  total: count,
  delivered: count,
  failed: count,
  pending: count,
  charged: count.describe('Credits charged for delivered calls'),
  reasons: z
    .array(z.object({ key: z.enum(CALL_REASON_KEYS), calls: count }))
    .max(MAX_REASONS)
    .describe('Why most calls failed, most first'),
  hours: weekHours
    .nullable()
    .describe('Of the calls of the campaign, or those made in the period; null for a period of over a year'),
});
export type Compared = z.infer<typeof comparedSchema>;

export const compareOutput = z.object({ a: comparedSchema, b: comparedSchema });
