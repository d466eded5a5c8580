import { useSearchParams } from 'wouter';
import { trpc } from '#client/app/trpc.ts';
import { Card } from '#client/ui/display/card.tsx';
import { LoadError } from '#client/ui/display/load-error.tsx';
import { Skeleton, SkeletonGroup } from '#client/ui/display/skeleton.tsx';
import { BankReturn } from './checkout/bank-return.tsx';
import { ChoosePlan } from './plans/choose-plan.tsx';
import { CreditHistory } from './history/credit-history.tsx';
import { ManageSubscription } from './subscription/manage-subscription.tsx';
import { PlanEnded } from './subscription/plan-end.tsx';

/** Subscription page: the plans, or the current subscription. */
export default function BillingPage() {
  const [search] = useSearchParams();
  const { data, isPending, isError, isFetching, refetch } = trpc.billing.subscription.useQuery();
  const paymentIntentId = search.get('payment_intent');
  if (paymentIntentId !== null) return <BankReturn paymentIntentId={paymentIntentId} />;
  if (isPending) return <Loading />;
  if (data !== undefined && (data.subscriptionId !== null || data.status === 'past_due')) {
    return <ManageSubscription subscription={data} />;
  }
  return (
    <>
      {isError && <LoadError onRetry={() => void refetch()} busy={isFetching} />}
      {data?.status === 'canceled' && <PlanEnded planName={data.planName} />}
      <ChoosePlan />
      {data?.status === 'canceled' && <CreditHistory />}
    </>
  );
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
