import { useState } from 'react';
import { progressAnnouncement, type CampaignProgress } from './progress-announcement.ts';

/** Tells screen readers, when they have a moment, how campaigns get on; others see it in the numbers. */
export function ProgressStatus({ campaigns }: { campaigns: readonly CampaignProgress[] }) {
  const [told, setTold] = useState({ campaigns, news: '' });
  if (campaigns !== told.campaigns)
    setTold({ campaigns, news: progressAnnouncement(told.campaigns, campaigns) || told.news });
  return (
    <p role="status" className="sr-only">
      {told.news}
    </p>
  );
}
