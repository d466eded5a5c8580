/** File name of the CSV export of a campaign's calls. */
export function exportFileName(campaignName: string): string {
  return `${campaignName}_analytics_details.csv`;
}

/** File name of the credit history export. */
export const CREDIT_HISTORY_FILE = 'credit-history.csv';

/**
 * Escapes a value against CSV formula injection: a leading formula character, also in full-width form, gets an
 * apostrophe. Does not quote.
 */
export function neutralCell(value: string): string {
  return /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
}
