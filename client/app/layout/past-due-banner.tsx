import { useEffect } from 'react';
import type { SubscriptionView } from '#shared/schemas/billing/billing.ts';
import { paths } from '#client/app/routing/paths.ts';
import { useUser } from '#client/app/session/use-session.ts';
import { useRefreshCredits } from '#client/app/live/use-refresh-credits.ts';
import { trpc } from '#client/app/trpc.ts';
import { useOnChange } from '#client/app/use-on-change.ts';
import { ButtonLink } from '#client/ui/controls/button.tsx';
import { Notice } from '#client/ui/display/notice.tsx';

/** Holds the user whose plan was past due at the last visit: the banner then shifts nothing when it is loaded. */
const PAST_DUE_KEY = 'past_due';

/** How often a paused plan is checked: it may be paid on the payment provider's page. */
const CHECK_MS = 5_000;

const isPastDue = (subscription: SubscriptionView | undefined) => subscription?.status === 'past_due';

/** Shown above every page while the last renewal is unpaid, except on the billing page, which has the ways to pay. */
export function PastDueBanner({ pathname }: { pathname: string }) {
  const { uid } = useUser();
  const { data, isPending: loading } = trpc.billing.subscription.useQuery(undefined, {
    refetchInterval: ({ state }) => (isPastDue(state.data) ? CHECK_MS : false),
  });
  const pastDue = isPastDue(data);
  const { billing, auth } = trpc.useUtils();
  const refreshCredits = useRefreshCredits();
  useEffect(() => {
    if (loading) return;
    if (pastDue) localStorage.setItem(PAST_DUE_KEY, uid);
    else localStorage.removeItem(PAST_DUE_KEY);
  }, [uid, pastDue, loading]);
  useOnChange(loading ? undefined : String(pastDue), () => {
    void Promise.all([billing.invalidate(), auth.userInfo.invalidate(), refreshCredits()]);
  });
  const shown = loading ? localStorage.getItem(PAST_DUE_KEY) === uid : pastDue;
  if (!shown || pathname === paths.billing) return null;
  return (
    <Notice
      tone="failed"
      title="Your last payment failed"
      className="mb-6"
      action={<ButtonLink href={paths.billing}>Update card</ButtonLink>}
    >
      Your plan is paused until the payment succeeds. Campaigns that are already paid for go on.
    </Notice>
  );
}
