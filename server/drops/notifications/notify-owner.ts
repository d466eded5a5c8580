import { ProviderRejected } from '#server/providers/errors.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import { noticeMail } from './notice-mail.ts';
import type { DueNotice } from '#server/drops/ports.ts';

/** So long nobody else tries a mail that is being sent; longer than a mail server is waited for. */
const SENDING_MS = 60_000;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** News of this age are none any more. */
const GIVE_UP_MS = 3 * 86_400_000;

type NotifyDeps = Pick<
  DropsDeps,
  'notices' | 'owners' | 'ledger' | 'mailer' | 'publicUrl' | 'realTime' | 'log'
>;

/**
 * Sends a campaign's owner the mail that is due, if one is: once, by whichever worker takes it first. A mail server that
 * is away is tried again, less and less often. Where we die between sending and noting so, the mail goes out again
 * under the same message id, by which mailboxes know a repetition.
 */
export async function notifyOwner(deps: NotifyDeps, campaignId: string): Promise<void> {
  const { notices, realTime, log } = deps;
  const now = realTime.now().getTime();
  const notice = await notices.take(campaignId, new Date(now), new Date(now + SENDING_MS));
  if (notice === undefined) return;
  try {
    await send(deps, notice);
  } catch (error) {
    const hopeless = error instanceof ProviderRejected || now - notice.since.getTime() > GIVE_UP_MS;
    log.warn({ err: error, campaignId, hopeless }, 'the mail about a campaign could not be sent');
    if (!hopeless) return notices.postpone(notice, new Date(now + pauseAfter(notice.tries)));
  }
  await notices.close(notice);
}

async function send({ owners, ledger, mailer, publicUrl }: NotifyDeps, notice: DueNotice): Promise<void> {
  const owner = await owners.byUid(notice.userId);
  if (owner === undefined) return;
  const { available } = await ledger.balance(notice.streamId);
  await mailer.send(noticeMail(owner, notice, { balance: available, publicUrl }));
}

function pauseAfter(tries: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
}
