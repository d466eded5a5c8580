import { formatCount, formatMoney } from '#shared/formats.ts';
import type { EmailContent } from '#server/providers/mail/email-html.ts';

/** A mail without its greeting. */
export type MailContent = Omit<EmailContent, 'greeting'>;

/** What every billing mail may state; the balance is the current one. */
export interface MailFacts {
  balance: { available: number; debt: number };
  publicUrl: string;
  supportEmail: string;
  /** Whom to ask for another plan or more credits. */
  salesEmail: string;
}

const CENTS = 100;
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats US cents: `$200`. */
export function moneyText(cents: number): string {
  return formatMoney(cents / CENTS);
}

/** The renewal of a plan, and what it charges in US cents: less than the price with a coupon; `undefined` if it is not known. */
export interface Renewal {
  at: Date;
  due: number | undefined;
}

/** Returns a sentence about the next payment of a plan. */
export function renewalText({ at, due }: Renewal): string {
  if (due === 0) return `Your plan renews on ${dayText(at)} (UTC), and nothing is charged then.`;
  const amount = due === undefined ? '' : ` of ${moneyText(due)}`;
  return `The next payment${amount} is on ${dayText(at)} (UTC).`;
}

/** Formats a UTC day: `December 22, 2026`. */
export function dayText(day: Date): string {
  return DAY.format(day);
}

/** Formats the absolute number of credits: `1 credit`, `5,000 credits`. */
export function creditsText(amount: number): string {
  const count = Math.abs(amount);
  return formatCount(count, 'credit');
}

/** The address of the subscription page. */
export function billingUrl({ publicUrl }: Pick<MailFacts, 'publicUrl'>): string {
  return `${publicUrl}/billing`;
}

/** The closing line that names whom to ask. */
export function questions({ supportEmail }: Pick<MailFacts, 'supportEmail'>): string {
  return `Questions? Write to ${supportEmail}.`;
}
