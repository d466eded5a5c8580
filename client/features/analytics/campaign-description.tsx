import { trpc } from '#client/app/trpc.ts';

/** What the owner noted about a campaign, as a line of the page header; `campaign` is its name or id. */
export function CampaignDescription({ campaign }: { campaign: string }) {
  const { data } = trpc.campaigns.get.useQuery({ id: campaign });
  const description = data?.campaign.description ?? '';
  if (description === '') return null;
  return <span className="mb-1 block whitespace-pre-line wrap-anywhere text-ink">{description}</span>;
}
