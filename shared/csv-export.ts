/**
 * Escapes a value against CSV formula injection: a leading formula character, also in full-width form, gets an
 * apostrophe. Does not quote.
 */
export function neutralCell(value: string): string {
  return /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
}

/** File name of the CSV export of a campaign's calls. */
export function exportFileName(campaignName: string): string {
  return `${campaignName}_analytics_details.csv`;
}

/** Path of the CSV export, relative to the API's origin. */
export function exportPath(campaignName: string): string {
  return `/dropcowboy/analytics/details/download/${encodeURIComponent(campaignName)}/`;
}

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
