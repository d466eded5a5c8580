import { formatNumber } from '#shared/formats.ts';
import { mailFromLetter } from '#server/providers/mail/letter.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import type { DueNotice } from './ports.ts';

/** Tells a campaign's owner how it ended, or why the system paused it; figures of that moment, the balance of now. */
export function noticeMail(
  owner: { email: string; displayName: string },
  notice: DueNotice,
  { balance, publicUrl }: { balance: number; publicUrl: string },
): Mail {
  const { id, name, kind } = notice;
  const mail = mailFromLetter(owner.email, {
    subject: `Your campaign "${name}" ${kind === 'finished' ? 'has finished' : 'was paused'}`,
    greeting: `Hello ${owner.displayName},`,
    paragraphs: [
      ...(kind === 'finished' ? howItEnded(notice) : whyItWasPaused(notice)),
      balanceText(balance),
    ],
    action: { label: 'See the details', url: `${publicUrl}/analytics/details/${encodeURIComponent(name)}` },
  });
  return { ...mail, id };
}

function howItEnded({ name, charged, rest, ...notice }: DueNotice): string[] {
  return [
    `"${name}" has finished: ${deliveredText(notice)}.`,
    `${credits(charged)} charged for delivered voicemails and ${credits(rest)} released.`,
  ];
}

function whyItWasPaused({ name, reason = '', charged, rest, ...notice }: DueNotice): string[] {
  return [
    `Hark has paused "${name}": ${reason}.`,
    `So far ${deliveredText(notice)}; ${credits(charged)} charged, ${formatNumber(rest)} more are on hold. Nobody else is called until you resume it.`,
  ];
}

function deliveredText({ delivered, total }: Pick<DueNotice, 'delivered' | 'total'>): string {
  return `${formatNumber(delivered)} of ${formatNumber(total)} delivered`;
}

function credits(amount: number): string {
  return `${formatNumber(amount)} ${amount === 1 ? 'credit was' : 'credits were'}`;
}

function balanceText(balance: number): string {
  return `Your current balance: ${formatNumber(balance)}.`;
}
