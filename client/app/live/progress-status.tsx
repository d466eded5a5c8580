import { useState } from 'react';
import { progressAnnouncement, type CampaignProgress } from './progress-announcement.ts';

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
