import { useEffect, useState } from 'react';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { paths } from './paths.ts';
import { WELCOME_FLAGS } from './session-storage.ts';
import { useSubscription } from './use-subscription.ts';

interface WelcomeModalsProps {
  page: keyof typeof WELCOME_FLAGS;
  /** How many campaigns there are; `undefined` until that is known. */
  campaigns: number | undefined;
}

/**
 * What a newcomer is told (B §2): without a plan, on each visit, that one is needed; with a plan and no campaign yet,
 * once per browser session and page, where to begin.
 */
export function WelcomeModals({ page, campaigns }: WelcomeModalsProps) {
  const { subscribed, loading } = useSubscription();
  const [closed, setClosed] = useState(false);
  const close = (): void => {
    setClosed(true);
  };
  if (loading || closed) return null;
  if (!subscribed) return <SubscriptionRequired onClose={close} />;
  if (campaigns !== 0) return null;
  return <GetStarted flag={WELCOME_FLAGS[page]} onClose={close} />;
}

function SubscriptionRequired({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Subscription Required"
      description="A plan gives you the credits that your campaigns are paid with. Choose one to start reaching people."
      footer={<ButtonLink href={paths.billing}>Get Subscription</ButtonLink>}
    />
  );
}

function GetStarted({ flag, onClose }: { flag: string; onClose: () => void }) {
  const [shownBefore] = useState(() => sessionStorage.getItem(flag) !== null);
  useEffect(() => {
    sessionStorage.setItem(flag, 'true');
  }, [flag]);
  if (shownBefore) return null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Let's Get Started!"
      description="Your first campaign needs a voice. Upload a recording or clone your own, then tell people what you have to say."
      footer={<ButtonLink href={paths.myVoice}>Upload My Voice</ButtonLink>}
    />
  );
}
