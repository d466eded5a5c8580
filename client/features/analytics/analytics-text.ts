import { formatDateTime, formatPhone, successRate } from '#shared/formats.ts';
import type { CallDetail } from '#shared/schemas/analytics.ts';
import type { CampaignSummary } from '#shared/schemas/campaigns/campaigns.ts';

/** Totals shown at the top of /analytics. */
export interface AnalyticsTotals {
  calls: number;
  delivered: number;
  pending: number;
  /** Delivered of all calls, as a rounded percentage; 0 without calls. */
  successRate: number;
}

/** Sums the calls of all campaigns; returns zeros while they are unknown. */
export function totalsOf(
  summary: Pick<CampaignSummary, 'total' | 'delivered' | 'pending'> | undefined,
): AnalyticsTotals {
  const { total = 0, delivered = 0, pending = 0 } = summary ?? {};
  return { calls: total, delivered, pending, successRate: successRate(delivered, total) };
}

/** Formats a call for the details table. */
export function describeCall(call: CallDetail) {
  return {
    phone: formatPhone(call.phone_number),
    name: `${call.first_name} ${call.last_name}`.trim() || '-',
    email: call.email || '-',
    company: call.company_name || '-',
    date: formatDateTime(call.date),
  };
}

/**
 * Returns the campaign name in `/analytics/details/{name}`. Takes the raw path, because a router may already have
 * decoded part of it.
 */
export function campaignNameIn(pathname: string): string {
  const encoded = pathname.replace(/\/$/, '').split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
