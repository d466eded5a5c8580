import { Suspense, useEffect, useState } from 'react';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { paths } from '#client/app/routing/paths.ts';
import { WELCOME_FLAGS } from './session-store.ts';
import { useSubscription } from '#client/app/use-account.ts';

const WelcomeDialog = lazyWithPreload(() => import('./welcome-dialog.tsx'));

interface WelcomeModalsProps {
  page: keyof typeof WELCOME_FLAGS;
  /** The number of campaigns; `undefined` while loading. */
  campaigns: number | undefined;
}

/**
 * Shows a welcome modal: without a plan "Subscription Required" on each visit; with a plan and no campaigns "Let's Get
 * Started!" once per browser session and page.
 */
export function WelcomeModals({ page, campaigns }: WelcomeModalsProps) {
  const { subscribed, pastDue, loading } = useSubscription();
  const [closed, setClosed] = useState(false);
  const close = (): void => {
    setClosed(true);
  };
  if (loading || closed || (subscribed && campaigns !== 0)) return null;
  return (
    <Suspense>
      {subscribed ? (
        <GetStarted flag={WELCOME_FLAGS[page]} onClose={close} />
      ) : (
        <SubscriptionRequired pastDue={pastDue} onClose={close} />
      )}
    </Suspense>
  );
}

function SubscriptionRequired({ pastDue, onClose }: { pastDue: boolean; onClose: () => void }) {
  const text = pastDue
    ? 'Your last payment failed, so your plan is paused. Update your card to resume it immediately.'
    : 'A plan gives you the credits that your campaigns are paid with. Choose one to start reaching people.';
  return (
    <WelcomeDialog
      title="Subscription Required"
      text={text}
      action={pastDue ? 'Update card' : 'Get Subscription'}
      href={paths.billing}
      onClose={onClose}
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
    <WelcomeDialog
      title="Let's Get Started!"
      text="Your first campaign needs a voice. Upload a recording or clone your own, then tell people what you have to say."
      action="Upload My Voice"
      href={paths.myVoice}
      onClose={onClose}
    />
  );
}
