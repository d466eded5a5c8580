import { MINUTE_MS } from '#shared/time-units.ts';
import { formatCount, formatNumber } from '#shared/formats.ts';
import type { CallingPlan } from '#shared/schemas/calling/calling-plan.ts';
import { durationOf } from '#client/domain/calls/plan/plan-text.ts';

interface PlanToSay {
  plan: CallingPlan;
  /** The server places calls at once, whatever the plan says. */
  skipsWaits: boolean;
  now: Date;
  /** The zone of the user; undefined for that of the browser. */
  timeZone?: string;
}

/**
 * Says what a campaign does by its plan: `Starts Monday, Nov 30 at 11:00 AM your time and calls 60 people in about 4 hours.`
 * The start is that of the first call.
 */
export function planSentence({ plan, skipsWaits, now, timeZone }: PlanToSay): string {
  const { first_call_at: first, drop_date: drop, contacts, after_last_day: late } = plan;
  if (first === null) return 'Nobody on this list can be called in these hours.';
  const start = startOf(new Date(skipsWaits ? drop : first), now, timeZone);
  if (skipsWaits) return `${start} and calls ${formatCount(contacts, 'person', 'people')} at once.`;
  const never = plan.never_open.reduce((sum, { count }) => sum + count, 0);
  const called = contacts - late - never;
  const people =
    called === contacts
      ? formatCount(contacts, 'person', 'people')
      : `${formatNumber(called)} of ${formatCount(contacts, 'person', 'people')}`;
  return `${start} and calls ${people} in ${lowerFirst(durationOf(plan))}.`;
}

/** The server moves a start that is past, or too close, to a minute after publishing. */
const SOON_MS = 2 * MINUTE_MS;

function startOf(at: Date, now: Date, timeZone?: string): string {
  if (at.getTime() - now.getTime() < SOON_MS) return 'Starts one minute after you publish it';
  const parts = (options: Intl.DateTimeFormatOptions) =>
    // Some versions of Intl put a narrow space before AM.
    new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(at).replace(/\s/gu, ' ');
  const day = parts({
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  });
  return `Starts ${day} at ${parts({ hour: 'numeric', minute: '2-digit' })} your time`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
