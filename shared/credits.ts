/** The name under which the credit history is saved. */
export const CREDIT_HISTORY_FILE = 'credit-history.csv';
/** Where it is downloaded; the client asks, the server answers. */
export const CREDIT_HISTORY_PATH = '/dropcowboy/credits/history.csv';

/** The address of the credit history as CSV: all of it for an empty `campaignId`, else one campaign's part. */
export function creditHistoryPath(campaignId: string): string {
  return campaignId === ''
    ? CREDIT_HISTORY_PATH
    : `${CREDIT_HISTORY_PATH}?campaign_id=${encodeURIComponent(campaignId)}`;
}
