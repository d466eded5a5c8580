import { isActive, type CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { formatNumber } from '#shared/formats.ts';

/** What the sentences of the dashboard need to know of a campaign. */
interface CampaignGlance {
  status: CampaignStatus;
  /** ISO time. */
  drop_date: string;
}

const SMALL = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** "Good morning, Ana Ortiz": the part of the day by its hour (0-23). */
export function greeting(name: string, hour: number): string {
  const part = hour < 5 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon';
  return `Good ${part}, ${name}`;
}

/** The dashboard in a sentence: what is on its way and what was done this week. */
export function weekSentence(campaigns: readonly CampaignGlance[], calls: number): string {
  const sending = campaigns.filter(({ status }) => status === 'Sending').length;
  const parts = [];
  if (sending === 1) parts.push('One campaign is on its way.');
  if (sending > 1) parts.push(`${SMALL[sending] ?? formatNumber(sending)} campaigns are on their way.`);
  if (calls > 0)
    parts.push(`${formatNumber(calls)} ${calls === 1 ? 'call was' : 'calls were'} made this week.`);
  return parts.length > 0 ? parts.join(' ') : 'Nothing is on its way right now.';
}

/** "1 sending now, 1 on Nov 24": what the active campaigns are doing. */
export function activeCaption(campaigns: readonly CampaignGlance[]): string {
  const active = campaigns.filter(({ status }) => isActive(status));
  const count = (wanted: CampaignStatus): number => active.filter(({ status }) => status === wanted).length;
  const next = active
    .filter(({ status }) => status === 'Scheduled')
    .map(({ drop_date }) => drop_date)
    .sort()[0];
  const parts = [];
  if (count('Sending') > 0) parts.push(`${formatNumber(count('Sending'))} sending now`);
  if (next !== undefined) parts.push(scheduledPart(count('Scheduled'), DAY.format(new Date(next))));
  if (count('Paused') > 0) parts.push(`${formatNumber(count('Paused'))} paused`);
  return parts.join(', ') || 'Nothing scheduled or on its way';
}

function scheduledPart(scheduled: number, day: string): string {
  return scheduled === 1 ? `1 on ${day}` : `${formatNumber(scheduled)} scheduled, the next on ${day}`;
}

/** "+18 %": how this week compares with the one before; `undefined` where there was none. */
export function weekOverWeek(thisWeek: number, weekBefore: number): string | undefined {
  if (weekBefore === 0) return undefined;
  const change = Math.round(((thisWeek - weekBefore) / weekBefore) * 100);
  return `${change < 0 ? '−' : '+'}${formatNumber(Math.abs(change))} %`;
}

/** What is said when a campaign that was sent from here is finished (B §8, contract §9). */
export function finishedText(
  campaign: { name: string; delivered: number; total: number },
  balance: number,
): string {
  const { name, delivered, total } = campaign;
  const balanceText = `Your current balance: ${formatNumber(balance)}`;
  return delivered === total
    ? `Campaign "${name}" executed successfully! Voicemails delivered to all contacts. ${balanceText}`
    : `Campaign "${name}" finished: ${formatNumber(delivered)} of ${formatNumber(total)} delivered. ${balanceText}`;
}
