import { formatNumber, formatMoney } from '#shared/formats.ts';
import { findPlan, monthlyAllowance } from '#shared/plans.ts';
import type { SubscriptionView } from '#shared/schemas/billing/billing.ts';
import { trpc } from '#client/app/trpc.ts';
import { useCredits } from '#client/app/use-account.ts';
import { StatCard } from '#client/ui/display/card.tsx';
import { Meter } from '#client/ui/display/progress.tsx';
import { endDay, nextPaymentDay, renews } from '#client/features/billing/subscription/days.ts';

/** Current Plan, Credit Balance and Next Payment. */
export function PlanStats({ subscription }: { subscription: SubscriptionView }) {
  return (
    <div className="grid gap-4 md:grid-cols-3">
      <CurrentPlan subscription={subscription} />
      <CreditBalance monthly={findPlan(subscription.planId)?.benefits.assignedCredits ?? 0} />
      <NextPayment subscription={subscription} />
    </div>
  );
}

function CurrentPlan({ subscription: { planId, planName } }: { subscription: SubscriptionView }) {
  const plan = findPlan(planId);
  const caption =
    plan &&
    `${formatNumber(plan.benefits.assignedCredits)} credits a month, for ${formatNumber(monthlyAllowance(plan))} calls`;
  return <StatCard label="Current Plan" value={planName} caption={caption} />;
}

function CreditBalance({ monthly }: { monthly: number }) {
  const { balance, held, loading } = useCredits();
  const onHold = held > 0 ? `${formatNumber(held)} on hold` : 'Nothing on hold';
  return (
    <StatCard
      label="Credit Balance"
      value={formatNumber(balance)}
      loading={loading}
      caption={
        <>
          <Meter
            label="Credit balance"
            available={balance}
            held={held}
            total={monthly}
            valueText={`${formatNumber(balance)} available, ${onHold}`}
            className="mt-2.5 mb-2"
          />
          Available to spend · {onHold}
        </>
      }
    />
  );
}

function NextPayment({ subscription }: { subscription: SubscriptionView }) {
  const { current_period_end, status } = subscription;
  const { data } = trpc.billing.nextPayment.useQuery(undefined, {
    enabled: status === 'active' && renews(subscription),
  });
  if (!renews(subscription)) {
    return (
      <StatCard
        label="Next Payment"
        value="None"
        caption={`Your plan ends on ${endDay(subscription)} (UTC)`}
      />
    );
  }
  const when = status === 'past_due' ? 'Overdue' : `${nextPaymentDay(current_period_end)} (UTC)`;
  // The plan's price, until the payment provider's own figures are there.
  const { amount, tax } = data?.next ?? { amount: subscription.amount, tax: 0 };
  const included = tax === 0 ? 'Tax included' : `Tax included: ${formatMoney(tax)}`;
  return <StatCard label="Next Payment" value={formatMoney(amount)} caption={`${when} · ${included}`} />;
}
