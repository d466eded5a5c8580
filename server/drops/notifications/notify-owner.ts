import { ProviderRejected } from '#server/providers/errors.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import { noticeMail } from './notice-mail.ts';
import type { DueNotice } from '#server/campaigns/api.ts';

/** Lease of a mail that is being sent; longer than the timeout of the mail server. */
const SEND_LEASE_MS = 60_000;
const MIN_RETRY_DELAY_MS = 30_000;
const MAX_RETRY_DELAY_MS = 3_600_000;
/** Mails that could not be sent for this long are dropped as outdated. */
const GIVE_UP_MS = 3 * 86_400_000;

type NotifyDeps = Pick<
  DropsDeps,
  'notices' | 'owners' | 'ledger' | 'mailer' | 'publicUrl' | 'realTime' | 'log'
>;

/**
 * Sends the due mail about a campaign to its owner, if any; one worker claims it. Failed attempts are retried with
 * backoff. A crash before the mail is marked as sent repeats it under the same message id.
 */
export async function notifyOwner(deps: NotifyDeps, campaignId: string): Promise<void> {
  const { notices, realTime, log } = deps;
  const now = realTime.now().getTime();
  const notice = await notices.claim(campaignId, new Date(now), new Date(now + SEND_LEASE_MS));
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

async function send({ owners, ledger, mailer, publicUrl }: NotifyDeps, notice: DueNotice): Promise<void> {
  const owner = await owners.byUid(notice.userId);
  if (owner === undefined) return;
  const { available } = await ledger.balance(notice.streamId);
  await mailer.send(noticeMail(owner, notice, { balance: available, publicUrl }));
}

function retryDelay(tries: number): number {
  return Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 2 ** (tries - 1));
}
