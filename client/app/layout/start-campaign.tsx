import { Plus } from 'lucide-react';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { tooltip } from '#client/ui/overlays/tooltip.tsx';
import { paths } from '../routing/paths.ts';
import { useSubscription } from '../use-subscription.ts';

/** The link to the wizard. Without a subscription it is disabled, with the reason as a tooltip. */
export function StartCampaign({ collapsed }: { collapsed: boolean }) {
  const { subscribed } = useSubscription();
  const width = collapsed ? 'w-full px-0' : 'w-full';
  const label = collapsed ? <span className="sr-only">Start a Campaign</span> : 'Start a Campaign';
  if (!subscribed) {
    const reason = tooltip('Subscription Required', { side: collapsed ? 'right' : 'bottom' });
    return (
      <Button disabled icon={Plus} className={width} {...reason}>
        {label}
      </Button>
    );
  }
  const name = tooltip(collapsed ? 'Start a Campaign' : undefined, { side: 'right', named: true });
  return (
    <ButtonLink href={paths.campaign} icon={Plus} className={width} {...name}>
      {label}
    </ButtonLink>
  );
}
