import { Megaphone } from 'lucide-react';
import { paths } from '#client/app/routing/paths.ts';
import { ButtonLink } from '#client/ui/controls/button.tsx';
import { EmptyState } from '#client/ui/display/states.tsx';

/** The empty list of a user without campaigns, with the way to the first one. */
export function NoCampaignsYet() {
  return (
    <EmptyState
      icon={Megaphone}
      title="No campaigns yet"
      text="Pick a voice, write a message and upload your contacts. It takes about five minutes."
      action={
        <ButtonLink variant="secondary" href={paths.campaign}>
          Create Your First Campaign
        </ButtonLink>
      }
    />
  );
}
