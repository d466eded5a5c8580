import { Suspense, useEffect, useState } from 'react';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
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
  return (
    <Suspense>
      {subscribed || pastDue ? (
        <ShownOnce
          flag={WELCOME_FLAGS[page]}
          kind={subscribed ? 'getStarted' : 'paymentFailed'}
          onClose={close}
        />
      ) : (
        <WelcomeDialog kind="subscriptionRequired" onClose={close} />
      )}
    </Suspense>
  );
}

interface ShownOnceProps {
  flag: string;
  kind: 'getStarted' | 'paymentFailed';
  onClose: () => void;
}

/** A dialog that was not shown before in this browser session. */
function ShownOnce({ flag, kind, onClose }: ShownOnceProps) {
  const [shownBefore] = useState(() => sessionStorage.getItem(flag) !== null);
  useEffect(() => {
    sessionStorage.setItem(flag, 'true');
  }, [flag]);
  return shownBefore ? null : <WelcomeDialog kind={kind} onClose={onClose} />;
}
