import { Plus } from 'lucide-react';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { Tooltip } from '#client/ui/tooltip.tsx';
import { paths } from '../paths.ts';
import { useSubscription } from '../use-subscription.ts';

/** The way to the wizard; without a subscription it is disabled and says why (A §2). */
export function StartCampaign({ collapsed }: { collapsed: boolean }) {
  const { subscribed } = useSubscription();
  const look = collapsed ? 'w-full px-0' : 'w-full';
  const label = collapsed ? <span className="sr-only">Start a Campaign</span> : 'Start a Campaign';
  if (!subscribed) {
    return (
      <Tooltip content="Subscription Required" side={collapsed ? 'right' : 'bottom'}>
        <Button disabled icon={Plus} className={look}>
          {label}
        </Button>
      </Tooltip>
    );
  }
  return (
    <Tooltip content={collapsed ? 'Start a Campaign' : ''} side="right">
      <ButtonLink href={paths.campaign} icon={Plus} className={look}>
        {label}
      </ButtonLink>
    </Tooltip>
  );
}
