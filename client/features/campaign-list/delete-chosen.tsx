import type { ComponentProps } from 'react';
import { formatCount } from '#shared/formats.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { ConfirmMutation } from '#client/kit/confirm-mutation.tsx';

type Props = Pick<ComponentProps<typeof ConfirmMutation<readonly CampaignView[]>>, 'mutation' | 'onClose'> & {
  chosen: readonly CampaignView[];
};

/** Asks before several campaigns are deleted. */
export default function DeleteChosen({ chosen, ...props }: Props) {
  const held = chosen.reduce((sum, campaign) => sum + campaign.held, 0);
  return (
    <ConfirmMutation
      title={`Delete ${formatCount(chosen.length, 'campaign')}?`}
      description={`Their contacts will be deleted, and ${formatCount(held, 'held credit')} released. This action cannot be undone.`}
      confirmLabel="Delete"
      danger
      input={chosen}
      {...props}
    />
  );
}
