/** Paths of the client's pages. All others return 404. */
export const PAGE_PATHS = [
  '/',
  '/auth/signup',
  '/auth/signin',
  '/auth/verify-email',
  '/auth/reset-password',
  '/auth/change-email',
  '/privacy',
  '/terms',
  '/dashboard',
  '/analytics',
  '/analytics/details/:campaign_name',
  '/billing',
  '/billing/payments',
  '/billing/paymentSuccess',
  '/my-voice',
  '/do-not-call',
  '/help',
  '/help/campaignFaq',
  '/help/credits',
  '/help/subscription',
  '/profile',
  '/campaign',
] as const;

/** The only value of `{provider}` segments in documented paths; any other returns 404. */
export const PROVIDER = 'dropcowboy';

/** Documented paths that the browser also requests without tRPC: an upload, and three downloads. */
export const CREATE_CAMPAIGN_PATH = '/api/campaigns/create/';
export const CALLS_CSV_PATH = '/{provider}/analytics/details/download/{campaign_name}/';
export const CREDIT_HISTORY_CSV_PATH = '/{provider}/credits/history.csv';
export const TRANSACTIONS_CSV_PATH = '/payments/billing/{id}/transactions.csv';

/** Returns the path of the calls of a campaign as CSV. */
export function callsCsvPath(campaignName: string): string {
  return withProvider(CALLS_CSV_PATH).replace('{campaign_name}', () => encodeURIComponent(campaignName));
}

/** Returns the path of the credit history as CSV: all of it for an empty `campaignId`, otherwise one campaign's part. */
export function creditHistoryPath(campaignId: string): string {
  const path = withProvider(CREDIT_HISTORY_CSV_PATH);
  return campaignId === '' ? path : `${path}?campaign_id=${encodeURIComponent(campaignId)}`;
}

/** File name of the CSV export of a campaign's calls. */
export function exportFileName(campaignName: string): string {
  return `${campaignName}_analytics_details.csv`;
}

/** File name of the credit history export. */
export const CREDIT_HISTORY_FILE = 'credit-history.csv';

/** Returns the path of a user's transactions as CSV: all of them, or those of one UTC year. */
export function transactionsCsvPath(uid: string, year: number | undefined): string {
  const path = TRANSACTIONS_CSV_PATH.replace('{id}', () => encodeURIComponent(uid));
  return year === undefined ? path : `${path}?year=${String(year)}`;
}

/** File name of the export of transactions. */
export function transactionsFile(year: number | undefined): string {
  return year === undefined ? 'transactions.csv' : `transactions-${String(year)}.csv`;
}

function withProvider(path: string): string {
  return path.replace('{provider}', PROVIDER);
}
