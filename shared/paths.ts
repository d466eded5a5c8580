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
  '/campaigns',
  '/analytics',
  '/analytics/compare',
  '/analytics/details/:campaign_name',
  '/billing',
  '/billing/payments',
  '/billing/paymentSuccess',
  '/my-voice',
  '/contacts',
  '/do-not-call',
  '/help',
  '/help/campaignFaq',
  '/help/credits',
  '/help/subscription',
  '/help/calling-hours',
  '/help/consent',
  '/help/files',
  '/help/failed-calls',
  '/help/voices',
  '/help/api',
  '/profile',
  '/profile/business',
  '/profile/security',
  '/profile/notifications',
  '/profile/developers',
  '/profile/data',
  '/campaign',
] as const;

/** The only value of `{provider}` segments in documented paths; any other returns 404. */
export const PROVIDER = 'dropcowboy';

/** Documented paths that the browser also requests without tRPC: two uploads, and downloads. */
export const CREATE_CAMPAIGN_PATH = '/api/campaigns/create/';
export const REPLACE_CAMPAIGN_PATH = '/api/campaigns/{id}/replace/';
export const CONTACT_LISTS_PATH = '/api/contact-lists/';
export const CHECK_LIST_PATH = '/api/campaigns/check-list/';
export const LEFT_OUT_CSV_PATH = '/api/campaigns/{id}/left-out/';
export const EVIDENCE_CSV_PATH = '/api/campaigns/{id}/evidence/';
export const CONSENT_CSV_PATH = '/api/campaigns/{id}/consent/';
export const CALLS_CSV_PATH = '/{provider}/analytics/details/download/{campaign_name}/';
export const SUPPRESSIONS_CSV_PATH = '/api/suppressions/export.csv';
export const CAMPAIGNS_CSV_PATH = '/{provider}/analytics/campaigns.csv';
export const CREDIT_HISTORY_CSV_PATH = '/{provider}/credits/history.csv';
export const TRANSACTIONS_CSV_PATH = '/payments/billing/{id}/transactions.csv';

/** Returns the path of the calls of a campaign as CSV, filtered by a query string. */
export function callsCsvPath(campaignName: string, query = ''): string {
  const path = withProvider(CALLS_CSV_PATH).replace('{campaign_name}', () =>
    encodeURIComponent(campaignName),
  );
  return query === '' ? path : `${path}?${query}`;
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

/** Returns the path of the contacts that a campaign left out, as CSV. */
export function leftOutCsvPath(campaignId: string): string {
  return LEFT_OUT_CSV_PATH.replace('{id}', encodeURIComponent(campaignId));
}

/** File name of the CSV export of the contacts that a campaign left out. */
export function leftOutFileName(campaignName: string): string {
  return `${campaignName}_left_out.csv`;
}

/** Returns the path of the evidence of a campaign's calls, as CSV. */
export function evidenceCsvPath(campaignId: string): string {
  return EVIDENCE_CSV_PATH.replace('{id}', encodeURIComponent(campaignId));
}

/** File name of the CSV export of the evidence of a campaign's calls. */
export function evidenceFileName(campaignName: string): string {
  return `${campaignName}_evidence.csv`;
}

/** Returns the path of the list of campaigns as CSV, filtered and sorted by a query string. */
export function campaignsCsvPath(query: string): string {
  const path = withProvider(CAMPAIGNS_CSV_PATH);
  return query === '' ? path : `${path}?${query}`;
}

/** File name of the export of the list of campaigns. */
export const CAMPAIGNS_FILE = 'campaigns.csv';

/** File name of the export of the do-not-call list. */
export const SUPPRESSIONS_FILE = 'do-not-call.csv';

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
