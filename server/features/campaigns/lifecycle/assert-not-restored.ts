import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import { AppError } from '#server/platform/lib/errors.ts';

/**
 * Throws CONFLICT if a campaign was restored from a backup: a later run and other contacts have other keys at the carrier,
 * so calls that were made since the backup would be made twice. `advice` is the sentence that follows.
 */
export function assertNotRestored(
  { restoredFrom }: Pick<CampaignDocument, 'restoredFrom'>,
  advice: string,
): void {
  if (restoredFrom === undefined) return;
  throw new AppError(
    'CONFLICT',
    `This campaign was restored from a backup, so it is not known which calls were made since. ${advice}`,
  );
}
