type Stored = Record<string, unknown>;

/** Why a campaign is paused that its backup had as unfinished. */
export const PAUSED_REASON = 'It was restored from a backup. Resume it if it is still to be sent';

/**
 * Returns a campaign as it is restored. It remembers when its backup was taken, as calls made since are unknown; and nothing of
 * it starts by itself, as its owner may have paused, replaced or deleted it since. One that a preparation will start is paused
 * when that ends.
 */
export function restoredCampaign(stored: Stored, { cutAt, now }: { cutAt: Date; now: Date }): Stored {
  const { status } = stored;
  if (status === 'Deleted') return stored;
  const { quiet: _scannedAgain, retryAt, ...rest } = stored;
  const campaign: Stored = { ...rest, restoredFrom: earlier(cutAt, stored) };
  // Off, as after a refusal: the same settings could not be set again beside a time that is gone.
  if (retryAt !== undefined) campaign['autoRetry'] = null;
  if (status !== 'Sending' && status !== 'Scheduled') return campaign;
  const { nextCalls: _computedAgain, ...paused } = campaign;
  // Only campaigns that have started are scanned, and nobody can resume a test call.
  const ended = status === 'Scheduled' && isTestCall(stored) && { startedAt: now };
  return { ...paused, ...ended, status: 'Paused', statusReason: PAUSED_REASON };
}

function isTestCall({ userId }: Stored): boolean {
  return typeof userId === 'string' && userId.startsWith('test:');
}

/** A campaign that was restored before and is not confirmed: its calls are unknown since the earlier backup. */
function earlier(cutAt: Date, { restoredFrom }: Stored): Date {
  return restoredFrom instanceof Date && restoredFrom < cutAt ? restoredFrom : cutAt;
}
