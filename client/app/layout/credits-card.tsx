import { formatNumber } from '#shared/formats.ts';
import { Meter } from '#client/ui/display/progress.tsx';
import { Skeleton } from '#client/ui/display/states.tsx';
import { useCredits } from '../use-credits.ts';
import { useSubscription } from '../use-subscription.ts';

/** The available and held credits. The full width of the meter is the plan's monthly credits. */
export function CreditsCard() {
  const { balance, held, loading } = useCredits();
  const { plan } = useSubscription();
  const onHold = held > 0 ? `${formatNumber(held)} on hold` : 'Nothing on hold';
  return (
    <section
      aria-label="Credits"
      className="rounded-card border border-line bg-surface px-3.5 pt-3 pb-3.5 shadow-card"
    >
      <p className="flex justify-between text-sm text-ink-2">
        Credits
        {plan !== undefined && <span className="text-ink-3">{plan.title}</span>}
      </p>
      <div className="flex h-8 items-center text-xl font-semibold">
        {loading ? <Skeleton className="h-5 w-20" /> : formatNumber(balance)}
      </div>
      <Meter
        label="Credits"
        available={balance}
        held={held}
        total={plan?.benefits.assignedCredits ?? 0}
        valueText={`${formatNumber(balance)} available, ${onHold}`}
        className="mt-1"
      />
      <p className="mt-2.5 text-sm text-ink-3">{onHold}</p>
    </section>
  );
}
