import { useState } from 'react';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';

/** The progress of one campaign. */
export interface CampaignProgress {
  id: string;
  name: string;
  status: CampaignStatus;
  /** "Sending · 412 of 1,000 delivered". */
  message: string;
  /** Calls with a final status, out of `total`. */
  done: number;
  total: number;
}

/**
 * Returns the text that screen readers announce for the change from `before` to `after`: new statuses and completed
 * quarters. Returns '' if there is nothing to announce.
 */
export function progressAnnouncement(
  before: readonly CampaignProgress[],
  after: readonly CampaignProgress[],
): string {
  const previousById = new Map(before.map((campaign) => [campaign.id, campaign]));
  return after
    .filter((campaign) => {
      const previous = previousById.get(campaign.id);
      if (previous === undefined) return false;
      return previous.status !== campaign.status || quarter(previous) < quarter(campaign);
    })
    .map(({ name, message }) => `${name}: ${message}`)
    .join('. ');
}

function quarter({ done, total }: CampaignProgress): number {
  return total === 0 ? 0 : Math.floor((4 * done) / total);
}

/** Announces the progress of campaigns to screen readers, politely; it is not visible. */
export function ProgressStatus({ campaigns }: { campaigns: readonly CampaignProgress[] }) {
  const [last, setLast] = useState({ campaigns, text: '' });
  if (campaigns !== last.campaigns)
    setLast({ campaigns, text: progressAnnouncement(last.campaigns, campaigns) || last.text });
  return (
    <p role="status" className="sr-only">
      {last.text}
    </p>
  );
}
