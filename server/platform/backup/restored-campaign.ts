type Stored = Record<string, unknown>;

/** The fields of a campaign that decide how it is restored. */
interface Restorable {
  status: string;
  dropDate: Date;
  preparing?: unknown;
}

/**
 * Returns a campaign as it is restored. It remembers when its backup was taken, as calls made since are unknown; and it is
 * paused if it was sending, or would start at once: its owner may have paused or deleted it since.
 */
export function restoredCampaign(stored: Stored, { cutAt, now }: { cutAt: Date; now: Date }): Stored {
  const { status, dropDate, preparing } = stored as unknown as Restorable;
  if (status === 'Deleted') return stored;
  const { quiet: _scannedAgain, ...campaign }: Stored = { ...stored, restoredFrom: earlier(cutAt, stored) };
  const isDue = status === 'Scheduled' && preparing === undefined && dropDate <= now;
  if (status !== 'Sending' && !isDue) return campaign;
  const { nextCalls: _computedAgain, ...paused } = campaign;
  return { ...paused, status: 'Paused', statusReason: PAUSED_REASON };
}

const PAUSED_REASON = 'It was restored from a backup. Resume it if it is still to be sent';

/** A campaign that was restored before and is not confirmed: its calls are unknown since the earlier backup. */
function earlier(cutAt: Date, { restoredFrom }: Stored): Date {
  return restoredFrom instanceof Date && restoredFrom < cutAt ? restoredFrom : cutAt;
}
