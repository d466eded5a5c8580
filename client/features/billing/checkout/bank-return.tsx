import { useQuery } from '@tanstack/react-query';
import { Redirect } from 'wouter';
import { findPlan } from '#shared/plans.ts';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { useUser } from '#client/app/session/use-session.ts';
import { Processing } from './payment-modals.tsx';
import { storePaidPlan } from '#client/features/billing/plans/stored-plan.ts';

/** Return URL of payments that redirected to the bank: finishes the payment (idempotent) and shows the result. */
export function BankReturn({ paymentIntentId }: { paymentIntentId: string }) {
  const { uid } = useUser();
  const { client } = trpc.useUtils();
  const { data, isPending } = useQuery({
    queryKey: ['bank-return', paymentIntentId],
    queryFn: async () => {
      const paid = await client.billing.createSubscriptionAfterPayment.mutate({ paymentIntentId });
      const plan = findPlan(paid.planId);
      if (plan !== undefined) storePaidPlan(uid, plan, paid.subscriptionId);
      return paid;
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  if (isPending) return <Processing />;
  return <Redirect to={paths.paymentSuccess} replace state={{ orderNumber: data?.orderNumber }} />;
}
