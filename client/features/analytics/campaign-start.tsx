import { trpc } from '#client/app/trpc.ts';
import { Moment } from '#client/ui/display/moment.tsx';

/** When a campaign started, or when it starts, as a line of the page header; `campaign` is its name or id. */
export function CampaignStart({ campaign }: { campaign: string }) {
  const { data } = trpc.campaigns.get.useQuery({ id: campaign });
  // Its place is kept until it is known, so that nothing moves when a request fails.
  if (data === undefined) return <span className="block">{'\u00a0'}</span>;
  const { status, started_at: started, drop_date: drop } = data.campaign;
  if (started === null && status !== 'Scheduled') return null;
  return (
    <span className="block">
      {started === null ? 'Starts' : 'Started'} <Moment at={started ?? drop} />.
    </span>
  );
}
