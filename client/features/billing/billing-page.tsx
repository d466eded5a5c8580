import { Redirect } from 'wouter';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findPlan } from '#shared/plans.ts';
import { errorStatus, trpc } from '#client/app/trpc.ts';
import { useRefreshBilling } from '#client/domain/payment/billing-cache.ts';
import { Card } from '#client/ui/display/card.tsx';
import { LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { useUrlState } from '#client/kit/url-state.ts';
import { InvoiceDetails } from '#client/features/billing/business/invoice-details.tsx';
import { PaymentMethod, type CardPanel } from '#client/features/billing/cards/payment-method.tsx';
import { ChoosePlan } from '#client/features/billing/plans/choose-plan.tsx';
import { CreditHistory } from '#client/features/billing/history/credit-history.tsx';
import { RecentTransactions } from '#client/features/billing/history/recent-transactions.tsx';
import { ManageSubscription } from '#client/features/billing/subscription/manage-subscription.tsx';
import { PlanEnded } from '#client/features/billing/subscription/plan-end.tsx';
import { paths } from '#client/app/routing/paths.ts';
import { useUser } from '#client/app/session/use-session.ts';
import { Processing } from '#client/features/billing/checkout/payment-modals.tsx';
import { billingUrl } from './billing-url.ts';
import { storePaidPlan } from '#client/features/billing/plans/stored-plan.ts';

/** Subscription page: the plans, or the current subscription. */
export default function BillingPage() {
  const { payment_intent: paymentIntentId } = useUrlState(billingUrl).shown;
  const { data, isPending, isError, isFetching, refetch } = trpc.billing.subscription.useQuery();
  if (paymentIntentId !== '') return <BankReturn paymentIntentId={paymentIntentId} />;
  if (isPending) return <Loading />;
  if (data !== undefined && (data.subscriptionId !== null || data.status === 'past_due')) {
    return <ManageSubscription subscription={data} />;
  }
  return (
    <>
      {isError && <LoadError onRetry={() => void refetch()} busy={isFetching} />}
      {data?.status === 'canceled' && <PlanEnded planName={data.planName} />}
      <ChoosePlan />
      {data?.status === 'canceled' && (
        <div className="flex flex-col gap-4">
          <CardsLeft />
          <InvoiceDetails />
          <RecentTransactions />
          <CreditHistory />
        </div>
      )}
    </>
  );
}

/** The cards that are still saved after the plan has ended. */
function CardsLeft() {
  const [panel, setPanel] = useState<CardPanel>('none');
  return <PaymentMethod panel={panel} onPanel={setPanel} required={false} />;
}

function Loading() {
  return (
    <SkeletonGroup className="flex flex-col gap-7">
      <Skeleton className="h-8 w-72" />
      <div className="grid gap-4 md:grid-cols-3">
        {['plan', 'credits', 'payment'].map((stat) => (
          <Card key={stat} className="h-33 p-5">
            <Skeleton className="w-24" />
            <Skeleton className="mt-4 h-7 w-32" />
          </Card>
        ))}
      </div>
    </SkeletonGroup>
  );
}

/** Return URL of payments that redirected to the bank: finishes the payment (idempotent) and shows the result. */
function BankReturn({ paymentIntentId }: { paymentIntentId: string }) {
  const finish = useFinishPayment();
  const { data, isPending } = useQuery({
    queryKey: ['bank-return', paymentIntentId],
    queryFn: () => finish(paymentIntentId),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (isPending) return <Processing />;
  if (data?.kind === 'credits') return <Redirect to={paths.billing} replace />;
  return <Redirect to={paths.paymentSuccess} replace state={{ orderNumber: data?.orderNumber }} />;
}

/** Returns a function that activates what a payment is for: a plan, or credits beside it. Rejects for an unpaid one. */
function useFinishPayment() {
  const { uid } = useUser();
  const { client } = trpc.useUtils();
  const refresh = useRefreshBilling();
  return async (paymentIntentId: string) => {
    try {
      const paid = await client.billing.createSubscriptionAfterPayment.mutate({ paymentIntentId });
      const plan = findPlan(paid.planId);
      if (plan !== undefined) storePaidPlan(uid, plan, paid.subscriptionId);
      return { kind: 'plan', orderNumber: paid.orderNumber } as const;
    } catch (error) {
      if (errorStatus(error) !== 402) throw error;
      // It may have paid for credits.
      await client.billing.finishPurchase.mutate({ paymentIntentId });
      refresh();
      return { kind: 'credits' } as const;
    }
  };
}
