import { findPlan, type Plan } from '#shared/plans.ts';
import { useSession } from './session/use-session.ts';
import { trpc } from './trpc.ts';

/** Returns the credits of the signed-in user; 0 while loading and after an error. */
export function useCredits() {
  const { user } = useSession();
  const { data, isPending, isError } = trpc.credits.balance.useQuery(undefined, { enabled: user !== null });
  return { balance: data?.balance ?? 0, held: data?.held ?? 0, loading: isPending, failed: isError };
}

/** Returns the plan of the signed-in user. `subscribed` comes from the session until the response arrives. */
export function useSubscription(): {
  subscribed: boolean;
  /** The last payment failed: the plan is paused until it is paid. */
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
