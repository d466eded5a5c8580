import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { StatusPill, type StatusTone } from '#client/ui/display/status-pill.tsx';

const TONE: Readonly<Record<CampaignStatus, StatusTone>> = {
  Scheduled: 'waiting',
  Sending: 'running',
  Paused: 'neutral',
  Success: 'delivered',
  Failed: 'failed',
};

/** The status of a campaign. */
export function CampaignPill({ status }: { status: CampaignStatus }) {
  return <StatusPill tone={TONE[status]}>{status}</StatusPill>;
}
