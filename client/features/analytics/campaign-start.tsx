import { formatDateTime } from '#shared/formats.ts';
import { trpc } from '#client/app/trpc.ts';

/** When a campaign started, or when it starts, as a line of the page header; `campaign` is its name or id. */
export function CampaignStart({ campaign }: { campaign: string }) {
  const { data } = trpc.campaigns.get.useQuery({ id: campaign });
  const { status, started_at: started, drop_date: drop } = data?.campaign ?? {};
  const text =
    started == null
      ? status === 'Scheduled' && `Starts ${formatDateTime(drop)} UTC.`
      : `Started ${formatDateTime(started)} UTC.`;
  // Its place is kept until it is known, so that nothing moves when a request fails.
  if (text === false && data !== undefined) return null;
  return <span className="block">{text === false ? '\u00a0' : text}</span>;
}
