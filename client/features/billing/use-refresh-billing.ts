import { useCallback } from 'react';
import { trpc } from '#client/app/trpc.ts';

/** What follows a payment at the provider has arrived by then. */
const AGAIN_MS = 2_000;

/** Reads again everything that shows the subscription, its payments or credits: now and in two seconds. */
export function useRefreshBilling(): () => void {
  const { billing, credits, auth } = trpc.useUtils();
  return useCallback(() => {
    const refresh = () => {
      void Promise.all([billing.invalidate(), credits.invalidate(), auth.userInfo.invalidate()]);
    };
    refresh();
    setTimeout(refresh, AGAIN_MS);
  }, [billing, credits, auth]);
}
