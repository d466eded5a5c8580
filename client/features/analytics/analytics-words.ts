import { formatDateTime, formatPhone, successRate } from '#shared/formats.ts';
import type { AnalyticsRow, CallDetail } from '#shared/schemas/analytics.ts';

/** The figures at the top of /analytics (B §5). */
export interface AnalyticsTotals {
  calls: number;
  delivered: number;
  pending: number;
  /** Delivered calls and messages of all calls, as a rounded percentage; 0 without calls. */
  successRate: number;
}

/** Adds up the rows of all campaigns. */
export function totalsOf(rows: readonly AnalyticsRow[]): AnalyticsTotals {
  const sum = (pick: (row: AnalyticsRow) => number): number =>
    rows.reduce((total, row) => total + pick(row), 0);
  const calls = sum((row) => row.dropcowboy_total_calls);
  const delivered = sum((row) => row.dropcowboy_success_calls + row.telnyx_successful_messages);
  return {
    calls,
    delivered,
    pending: sum((row) => row.dropcowboy_pending_calls),
    successRate: successRate(delivered, calls),
  };
}

/** A contact's call in the words of the details table (B §5). */
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
