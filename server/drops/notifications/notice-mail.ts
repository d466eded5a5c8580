import { formatNumber } from '#shared/formats.ts';
import { greetingOf, renderEmail, type Recipient } from '#server/providers/mail/email-template.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import type { DueNotice } from '#server/campaigns/api.ts';

/**
 * Returns the mail about how a campaign ended, or why the system paused it, with the counts of that moment and the
 * current balance. Names owner and campaign only if the address is confirmed.
 */
export function noticeMail(
  owner: Recipient,
  notice: DueNotice,
  { balance, publicUrl }: { balance: number; publicUrl: string },
): Mail {
  const { id, kind } = notice;
  const name = owner.emailConfirmed ? notice.name : undefined;
  const page = name === undefined ? '/analytics' : `/analytics/details/${encodeURIComponent(name)}`;
  const mail = renderEmail(owner.email, {
    subject: `Your campaign ${name === undefined ? '' : `"${name}" `}${kind === 'finished' ? 'has finished' : 'was paused'}`,
    greeting: greetingOf(owner),
    paragraphs: [
      ...(kind === 'finished' ? finishedParagraphs(name, notice) : pausedParagraphs(name, notice)),
      balanceText(balance),
    ],
    action: { label: 'See the details', url: `${publicUrl}${page}` },
  });
  return { ...mail, id };
}

function finishedParagraphs(name: string | undefined, { charged, rest, ...notice }: DueNotice): string[] {
  return [
    `${quoted(name, 'Your campaign')} has finished: ${deliveredText(notice)}.`,
    `${credits(charged)} charged for delivered voicemails and ${credits(rest)} released.`,
  ];
}

function pausedParagraphs(
  name: string | undefined,
  { reason = '', charged, rest, ...notice }: DueNotice,
): string[] {
  return [
    `Hark has paused ${quoted(name, 'your campaign')}: ${reason}.`,
    `So far ${deliveredText(notice)}; ${credits(charged)} charged, ${formatNumber(rest)} more are on hold. No more contacts are called until you resume it.`,
  ];
}

function quoted(name: string | undefined, otherwise: string): string {
  return name === undefined ? otherwise : `"${name}"`;
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
