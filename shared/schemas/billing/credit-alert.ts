import { z } from 'zod';
import { formatNumber } from '#shared/formats.ts';

/** More credits than any account holds. */
const MAX_THRESHOLD = 100_000_000;

/** The number of credits below which a user is reminded. */
export const creditThreshold = z
  .int('Enter a whole number of credits')
  .min(1, 'Enter at least 1 credit')
  .max(MAX_THRESHOLD, `Enter at most ${formatNumber(MAX_THRESHOLD)} credits`);

/** The reminder about low credits; null: none. */
export const creditAlertSchema = z.strictObject({ threshold: creditThreshold.nullable() });
