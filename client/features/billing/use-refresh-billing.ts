import { useCallback } from 'react';
import { trpc } from '#client/app/trpc.ts';

/** Webhooks of a payment have arrived after this time. */
const AGAIN_MS = 2_000;

/** Refetches subscription, payments and credits now and again after two seconds. */
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
