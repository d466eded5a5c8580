import { Megaphone, SearchX } from 'lucide-react';
import { paths } from '#client/app/routing/paths.ts';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { EmptyState } from '#client/ui/display/states.tsx';
import { campaignsUrl, type ShownCampaigns } from './campaigns-url.ts';

/** An empty list: nothing yet, nothing found, or a page that does not exist. */
export function NoCampaigns({
  shown,
  show,
  isLost,
}: Pick<ShownCampaigns, 'shown' | 'show'> & { isLost: boolean }) {
  if (!isLost && shown.search === '' && shown.show === null)
    return (
      <EmptyState
        icon={Megaphone}
        title="No campaigns yet"
        text="Pick a voice, write a message and upload your contacts. It takes about five minutes."
        action={<ButtonLink href={paths.campaign}>Create Your First Campaign</ButtonLink>}
      />
    );
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
