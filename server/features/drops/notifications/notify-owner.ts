import type { OptionalMail } from '#shared/schemas/account/mail-choices.ts';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import type { DueNotice } from '#server/features/campaigns/api.ts';
import { formatCount, formatDelivered, formatNumber } from '#shared/formats.ts';
import { greetingOf, renderEmail, type Recipient } from '#server/providers/mail/email-template.ts';
import { MAIL_LEASE_MS, type Mail } from '#server/providers/mail/port.ts';

const MIN_RETRY_DELAY_MS = 30_000;
const MAX_RETRY_DELAY_MS = HOUR_MS;
/** Mails that could not be sent for this long are dropped as outdated. */
const GIVE_UP_MS = 3 * DAY_MS;

type NotifyDeps = Pick<DropsDeps, 'notices' | 'users' | 'ledger' | 'mailer' | 'publicUrl' | 'clock' | 'log'>;

/**
 * Sends the due mail about a campaign to its owner, if any; one worker claims it. Failed attempts are retried with
 * backoff. A crash before the mail is marked as sent repeats it under the same message id.
 */
export async function notifyOwner(deps: NotifyDeps, campaignId: string): Promise<void> {
  const { notices, clock, log } = deps;
  const now = clock.now().getTime();
  const notice = await notices.claim(campaignId, new Date(now), new Date(now + MAIL_LEASE_MS));
  if (notice === undefined) return;
  try {
    await send(deps, notice);
  } catch (error) {
    const permanent = error instanceof ProviderRejected || now - notice.since.getTime() > GIVE_UP_MS;
    log.warn({ err: error, campaignId, permanent }, 'the mail about a campaign could not be sent');
    if (!permanent) return notices.postpone(notice, new Date(now + retryDelay(notice.tries)));
  }
  await notices.close(notice);
}

async function send({ users, ledger, mailer, publicUrl }: NotifyDeps, notice: DueNotice): Promise<void> {
  const owner = await users.byUid(notice.userId);
  if (owner === undefined || isMuted(owner.mutedMails, notice)) return;
  const { available } = await ledger.balance(notice.streamId);
  await mailer.send(noticeMail(owner, notice, { balance: available, publicUrl }));
}

/** Whether the owner wants no mails of this kind; the end of automatic retries is always told. */
function isMuted(muted: readonly OptionalMail[], { kind }: DueNotice): boolean {
  return kind !== 'not retried' && muted.includes(`campaign_${kind}`);
}

function retryDelay(tries: number): number {
  return Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 2 ** (tries - 1));
}

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
    subject: `Your campaign ${name === undefined ? '' : `"${name}" `}${OUTCOMES[kind].subject}`,
    greeting: greetingOf(owner),
    paragraphs: [...OUTCOMES[kind].paragraphs(name, notice), balanceText(balance)],
    action: { label: 'See the details', url: `${publicUrl}${page}` },
  });
  return { ...mail, id };
}

function finishedParagraphs(name: string | undefined, { charged, rest, ...notice }: DueNotice): string[] {
  return [
    `${quoted(name, 'Your campaign')} has finished: ${formatDelivered(notice.delivered, notice.total)}.`,
    `${credits(charged)} charged for delivered voicemails and ${credits(rest)} released.`,
  ];
}

function pausedParagraphs(
  name: string | undefined,
  { reason = '', charged, rest, ...notice }: DueNotice,
): string[] {
  return [
    `Hark has paused ${quoted(name, 'your campaign')}: ${reason}.`,
    `So far ${formatDelivered(notice.delivered, notice.total)}; ${credits(charged)} charged, ${formatNumber(rest)} more are on hold. No more contacts are called until you resume it.`,
  ];
}

function notRetriedParagraphs(name: string | undefined, { reason = '' }: DueNotice): string[] {
  return [
    `Hark could not retry the failed calls of ${quoted(name, 'your campaign')}: ${reason.replace(/\.$/, '')}.`,
    'It makes no more automatic retries.',
  ];
}

const OUTCOMES = {
  finished: { subject: 'has finished', paragraphs: finishedParagraphs },
  paused: { subject: 'was paused', paragraphs: pausedParagraphs },
  'not retried': { subject: 'was not retried', paragraphs: notRetriedParagraphs },
} as const satisfies Record<DueNotice['kind'], unknown>;

function quoted(name: string | undefined, otherwise: string): string {
  return name === undefined ? otherwise : `"${name}"`;
}

function credits(amount: number): string {
  return formatCount(amount, 'credit was', 'credits were');
}

function balanceText(balance: number): string {
  return `Your current balance: ${formatNumber(balance)}.`;
}
