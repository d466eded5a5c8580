import { trpc } from '#client/app/trpc.ts';
import NextCalls from '#client/domain/calls/next-calls.tsx';
import { SkippedContacts } from '#client/domain/calls/skipped-contacts.tsx';
import { Notice } from '#client/ui/display/notice.tsx';

interface CampaignNoticesProps {
  /** Its name or id. */
  campaign: string;
  /** The polling interval in milliseconds. */
  pace: number | false;
}

/** When a campaign that waits for calling hours goes on, and whom it has left out. */
export function CampaignNotices({ campaign, pace }: CampaignNoticesProps) {
  const { data } = trpc.campaigns.get.useQuery({ id: campaign }, { refetchInterval: pace });
  if (data === undefined) return null;
  const { next_calls: next, skipped } = data.campaign;
  return (
    <>
      {next !== null && (
        <Notice tone="info" title="Waiting for calling hours">
          <NextCalls next={next} />. Whoever is left may not be called at this time of their day.
        </Notice>
      )}
      <SkippedContacts campaign={data.campaign} skipped={skipped} />
    </>
  );
}
