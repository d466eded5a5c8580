import { SearchX } from 'lucide-react';
import { NoCampaignsYet } from '#client/domain/campaigns/no-campaigns-yet.tsx';
import { Button } from '#client/ui/controls/button.tsx';
import { EmptyState } from '#client/ui/display/states.tsx';
import { campaignsUrl, type ShownCampaigns } from './campaigns-url.ts';

/** An empty list: nothing yet, nothing found, or a page that does not exist. */
export function NoCampaigns({
  shown,
  show,
  isLost,
}: Pick<ShownCampaigns, 'shown' | 'show'> & { isLost: boolean }) {
  if (!isLost && shown.search === '' && shown.show === null) return <NoCampaignsYet />;
  return (
    <EmptyState
      icon={SearchX}
      title={isLost ? 'This page of the list does not exist' : 'No campaign matches'}
      text={isLost ? 'Its address was changed, or it is of another order.' : textOf(shown)}
      action={
        <Button
          variant="secondary"
          onClick={() => {
            show(campaignsUrl.initial);
          }}
        >
          Show All Campaigns
        </Button>
      }
    />
  );
}

function textOf({ show, search }: ShownCampaigns['shown']): string {
  const which = show === null ? 'None of your campaigns' : `None of your ${show} campaigns`;
  return search === '' ? `${which} is here.` : `${which} has “${search}” in its name.`;
}
