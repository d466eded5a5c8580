import type { CampaignStatus } from './campaign-lifecycle.ts';

const NUMBER = new Intl.NumberFormat('en-US');

/** Formats an integer with thousands separators: 41,720. */
export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** Formats a number of things: `1 contact`, `1,000 contacts`; `several` is the plural that is not made with an s. */
export function formatCount(count: number, one: string, several = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : several}`;
}

/**
 * Formats a date as `MM-dd-yyyy hh:mm a` in UTC, for example `11-20-2026 09:30 AM`; returns "Invalid Date"
 * otherwise.
 */
export function formatDateTime(date: Date | string | number | null | undefined): string {
  const d = new Date(date ?? NaN);
  if (Number.isNaN(d.getTime())) return 'Invalid Date';
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = d.getUTCHours();
  const day = `${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())}-${String(d.getUTCFullYear())}`;
  return `${day} ${two(hours % 12 === 0 ? 12 : hours % 12)}:${two(d.getUTCMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** Formats the 11 digits of a stored number as `+1 (xxx) xxx-xxxx`; returns other texts unchanged. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+?1(\d{3})(\d{3})(\d{4})$/, '+1 ($1) $2-$3');
}

/** Returns the status line of a campaign: the status, the reason of an automatic pause, and the progress. */
export function campaignStatusMessage(
  status: CampaignStatus,
  total: number,
  delivered: number,
  reason?: string,
): string {
  if (status === 'Scheduled') return `Scheduled · ${formatCount(total, 'contact')}`;
  const parts = [status, ...(reason === undefined ? [] : [reason]), formatDelivered(delivered, total)];
  return parts.join(' · ');
}

/**
 * Returns the rounded percentage of delivered calls; 0 without calls. 999 of 1,000 are 100%, so `formatDelivered` is shown
 * beside it.
 */
export function successRate(delivered: number, calls: number): number {
  return calls === 0 ? 0 : Math.round((delivered * 100) / calls);
}

/** Formats `100% · 999 of 1,000 delivered`. */
export function rateText(delivered: number, calls: number): string {
  return `${String(successRate(delivered, calls))}% · ${formatDelivered(delivered, calls)}`;
}

/** Formats `412 of 1,000 calls made`. */
export function formatMade(made: number, calls: number): string {
  return `${formatNumber(made)} of ${formatCount(calls, 'call')} made`;
}

/** Formats `999 of 1,000 delivered`. */
export function formatDelivered(delivered: number, calls: number): string {
  return `${formatNumber(delivered)} of ${formatNumber(calls)} delivered`;
}

const SYMBOLS: Readonly<Record<string, string>> = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  INR: '₹',
  AUD: 'A$',
  CAD: 'C$',
  SGD: 'S$',
};

const WITH_CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats an amount with its currency symbol (`$` for unknown codes): `$1,000`, cents only if not zero. */
export function formatMoney(amount: number, currency = 'USD'): string {
  const symbol = SYMBOLS[currency.toUpperCase()] ?? '$';
  return symbol + (Number.isInteger(amount) ? NUMBER : WITH_CENTS).format(amount);
}
