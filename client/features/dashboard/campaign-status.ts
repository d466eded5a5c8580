import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { StatusTone } from '#client/ui/display/status-pill.tsx';

/** Colour of each status on the dashboard. */
export const STATUS_TONE: Readonly<Record<CampaignStatus, StatusTone>> = {
  Scheduled: 'waiting',
  Sending: 'running',
  Paused: 'neutral',
  Success: 'delivered',
  Failed: 'failed',
};
