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
 * Shows a welcome modal: without a plan "Subscription Required" on each visit; once per browser session and page, that
 * the last payment failed, or with a plan and no campaigns "Let's Get Started!".
 */
export function WelcomeModals({ page, campaigns }: WelcomeModalsProps) {
  const { subscribed, pastDue, loading } = useSubscription();
  const [closed, setClosed] = useState(false);
  const close = (): void => {
    setClosed(true);
  };
  if (loading || closed || (subscribed && campaigns !== 0)) return null;
  const flag = WELCOME_FLAGS[page];
  return (
    <Suspense>
      {subscribed ? (
        <GetStarted flag={flag} onClose={close} />
      ) : pastDue ? (
        <PaymentFailed flag={flag} onClose={close} />
      ) : (
        <SubscriptionRequired onClose={close} />
      )}
    </Suspense>
  );
}

function SubscriptionRequired({ onClose }: { onClose: () => void }) {
  return (
    <WelcomeDialog
      title="Subscription Required"
      text="A plan gives you the credits that your campaigns are paid with. Choose one to start reaching people."
      action="Get Subscription"
      href={paths.billing}
      onClose={onClose}
    />
  );
}

interface ShownOnceProps {
  flag: string;
  onClose: () => void;
}

function PaymentFailed({ flag, onClose }: ShownOnceProps) {
  if (useShownBefore(flag)) return null;
  return (
    <WelcomeDialog
      title="Your last payment failed"
      text="Your plan is paused until the payment succeeds. Campaigns that are already paid for go on. Update your card to resume your plan immediately."
      action="Update card"
      href={paths.billing}
      onClose={onClose}
    />
  );
}

/** Returns whether a modal was shown before, and marks it as shown. */
function useShownBefore(flag: string): boolean {
  const [shownBefore] = useState(() => sessionStorage.getItem(flag) !== null);
  useEffect(() => {
    sessionStorage.setItem(flag, 'true');
  }, [flag]);
  return shownBefore;
}

function GetStarted({ flag, onClose }: ShownOnceProps) {
  if (useShownBefore(flag)) return null;
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
