import { trpc } from '#client/app/trpc.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { compareHref } from './compare/compare-url.ts';

/** Which half of its list a campaign calls, by its name or id, as a line of the page header; nothing where it calls all. */
export function CampaignSplit({ campaign: name }: { campaign: string }) {
  const { data } = trpc.campaigns.get.useQuery({ id: name });
  const campaign = data?.campaign;
  if (!campaign?.split) return null;
  const { part, other } = campaign.split;
  if (other === null)
    return <span className="block">Calls half of its list. The other half has no campaign.</span>;
  const [a, b] = part === 1 ? [campaign.name, other.name] : [other.name, campaign.name];
  return (
    <span className="block wrap-break-word">
      Half of the people hear message {part}.{' '}
      <TextLink href={compareHref({ kind: 'campaigns', a, b })}>Compare with “{other.name}”</TextLink>
    </span>
  );
}
