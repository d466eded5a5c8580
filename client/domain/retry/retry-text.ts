import { formatCount, formatNumber } from '#shared/formats.ts';
import type { RetryQuote } from '#shared/schemas/campaigns/retry.ts';

/** Returns what a retry does and costs: `Retry 412 failed calls for 16,480 credits`. */
export function retryTitle({ calls, cost }: Pick<RetryQuote, 'calls' | 'cost'>): string {
  return `Retry ${formatNumber(calls)} failed ${calls === 1 ? 'call' : 'calls'} for ${formatCount(cost, 'credit')}`;
}

/** Says which failed calls a retry leaves out; empty if it leaves out none. */
export function leftOutText({
  suppressed,
  too_often,
  advised_against,
}: Pick<RetryQuote, 'suppressed' | 'too_often' | 'advised_against'>): string {
  const parts = [
    ...(suppressed > 0 ? [`${formatNumber(suppressed)} on a do-not-call list`] : []),
    ...(too_often > 0 ? [`${formatNumber(too_often)} called too often lately`] : []),
    ...(advised_against > 0 ? [`${formatNumber(advised_against)} whose mailbox is full or not set up`] : []),
  ];
  return parts.length === 0 ? '' : `Left out: ${parts.join(', ')}.`;
}
