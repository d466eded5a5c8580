import { formatDateTime, formatPhone, successRate } from '#shared/formats.ts';
import type { CallDetail } from '#shared/schemas/analytics.ts';
import type { CampaignSummary } from '#shared/schemas/campaigns.ts';

/** The figures at the top of /analytics. */
export interface AnalyticsTotals {
  calls: number;
  delivered: number;
  pending: number;
  /** Delivered of all calls, as a rounded percentage; 0 without calls. */
  successRate: number;
}

/** The calls of all campaigns; zeros where they are not known. */
export function totalsOf(
  summary: Pick<CampaignSummary, 'total' | 'delivered' | 'pending'> | undefined,
): AnalyticsTotals {
  const { total = 0, delivered = 0, pending = 0 } = summary ?? {};
  return { calls: total, delivered, pending, successRate: successRate(delivered, total) };
}

/** A contact's call in the words of the details table. */
export function describeCall(call: CallDetail) {
  return {
    phone: formatPhone(call.phone_number),
    name: `${call.first_name} ${call.last_name}`.trim() || '-',
    email: call.email || '-',
    company: call.company || '-',
    date: formatDateTime(call.date),
  };
}

/** The campaign's name in a path `/analytics/details/{name}`: the raw path, because a router may have decoded a part of it. */
export function campaignNameIn(pathname: string): string {
  const encoded = pathname.replace(/\/$/, '').split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
