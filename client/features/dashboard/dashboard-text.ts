import { formatCount, formatDelivered, formatNumber } from '#shared/formats.ts';
import type { CampaignSummary } from '#shared/schemas/campaigns/campaigns.ts';

const SMALL = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Returns "Good morning, Ana Ortiz" and the like for an hour from 0 to 23. */
export function greeting(name: string, hour: number): string {
  const part = hour < 5 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon';
  return `Good ${part}, ${name}`;
}

/** Returns the summary sentence: number of active campaigns and calls of this week. */
export function weekSentence(sending: number, calls: number): string {
  const parts = [];
  if (sending === 1) parts.push('One campaign is on its way.');
  if (sending > 1) parts.push(`${SMALL[sending] ?? formatNumber(sending)} campaigns are on their way.`);
  if (calls > 0) parts.push(`${formatCount(calls, 'call was', 'calls were')} made this week.`);
  return parts.length > 0 ? parts.join(' ') : 'Nothing is on its way right now.';
}

/** Returns the status of the active campaigns: "1 sending now, 1 on Nov 24". */
export function activeCaption({
  by_status: { Sending, Scheduled, Paused },
  next_drop_date: next,
}: Pick<CampaignSummary, 'by_status' | 'next_drop_date'>): string {
  const parts = [];
  if (Sending > 0) parts.push(`${formatNumber(Sending)} sending now`);
  if (next !== null) parts.push(scheduledPart(Scheduled, DAY.format(new Date(next))));
  if (Paused > 0) parts.push(`${formatNumber(Paused)} paused`);
  return parts.join(', ') || 'Nothing scheduled or on its way';
}

function scheduledPart(scheduled: number, day: string): string {
  return scheduled === 1 ? `1 on ${day}` : `${formatNumber(scheduled)} scheduled, the next on ${day}`;
}

/** Returns the change against the previous week: "+18%"; `undefined` if that had no calls. */
export function weekOverWeek(thisWeek: number, weekBefore: number): string | undefined {
  if (weekBefore === 0) return undefined;
  const change = Math.round(((thisWeek - weekBefore) / weekBefore) * 100);
  return `${change < 0 ? '−' : '+'}${formatNumber(Math.abs(change))}%`;
}

/** Returns the toast for a campaign that finished. */
export function finishedText(
  campaign: { name: string; delivered: number; total: number },
  balance: number,
): string {
  const { name, delivered, total } = campaign;
  const balanceText = `Your current balance: ${formatNumber(balance)}`;
  return delivered === total
    ? `Campaign "${name}" executed successfully! Voicemails delivered to all contacts. ${balanceText}`
    : `Campaign "${name}" finished: ${formatDelivered(delivered, total)}. ${balanceText}`;
}
