/** File name of the credit history export. */
export const CREDIT_HISTORY_FILE = 'credit-history.csv';
/** Path of the credit history export, for client and server. */
export const CREDIT_HISTORY_PATH = '/dropcowboy/credits/history.csv';

/**
 * Returns the path of the credit history as CSV: all of it for an empty `campaignId`, otherwise one campaign's
 * part.
 */
export function creditHistoryPath(campaignId: string): string {
  return campaignId === ''
    ? CREDIT_HISTORY_PATH
    : `${CREDIT_HISTORY_PATH}?campaign_id=${encodeURIComponent(campaignId)}`;
}
