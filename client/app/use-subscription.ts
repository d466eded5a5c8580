import { findPlan, type Plan } from '#shared/plans.ts';
import { trpc } from './trpc.ts';
import { useSession } from './session/use-session.ts';

/** Whether the signed-in user has an active plan, and which (A §4). What sign-in told holds until the answer is here. */
export function useSubscription(): {
  subscribed: boolean;
  /** There is a plan, but its last payment failed: a card that works brings it back. */
  pastDue: boolean;
  plan: Plan | undefined;
  loading: boolean;
} {
  const { user } = useSession();
  const { data, isPending } = trpc.billing.subscription.useQuery(undefined, { enabled: user !== null });
  return {
    subscribed: data === undefined ? (user?.subscribed ?? false) : data.subscriptionId !== null,
    pastDue: data?.status === 'past_due',
    plan: data?.subscriptionId == null ? undefined : findPlan(data.planId),
    loading: isPending,
  };
}
