import { Check } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { useId } from 'react';
import { creditsPrice } from '#shared/billing/credit-packs.ts';
import { formatNumber, formatMoney } from '#shared/formats.ts';
import { monthlyAllowance, type Plan } from '#shared/plans.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';

const GRID = 'grid gap-x-4.5 gap-y-6 md:grid-cols-3';

interface PlanCardsProps {
  plans: readonly Plan[];
  /** The id of the selected plan; '' for none. */
  value: string;
  onChoose: (planId: string) => void;
}

/** The plans side by side as a radio group. */
export function PlanCards({ plans, value, onChoose }: PlanCardsProps) {
  return (
    <RadioGroup.Root aria-label="Plan" value={value} onValueChange={onChoose} className={GRID}>
      {plans.map((plan) => (
        <PlanCard key={plan.id} plan={plan} />
      ))}
    </RadioGroup.Root>
  );
}

function PlanCard({ plan }: { plan: Plan }) {
  const id = useId();
  const { benefits } = plan;
  return (
    <RadioGroup.Item
      value={plan.id}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-price ${id}-terms`}
      className="group relative cursor-pointer rounded-panel border border-line bg-surface p-6.5 text-left shadow-card transition-[border-color,box-shadow] hover:border-ink-3/60 data-[state=checked]:border-accent data-[state=checked]:shadow-[inset_0_0_0_1px_var(--color-accent)]"
    >
      {plan.mostPopular && (
        <span className="absolute -top-3.5 left-6.5 rounded-full bg-accent px-3 py-1 text-sm font-medium text-on-accent">
          Most Popular
        </span>
      )}
      <span className="flex items-start justify-between gap-3">
        <span id={`${id}-title`} className="text-lg font-semibold">
          {plan.title}
        </span>
        <ChosenSign />
      </span>
      <span id={`${id}-price`} className="mt-2 block">
        <span className="text-[2.75rem]/13 font-semibold tracking-[-0.04em]">{formatMoney(plan.amount)}</span>{' '}
        <span className="text-md text-ink-3">/ month</span>
      </span>
      <span id={`${id}-terms`} className="mt-3 block">
        <span className="block font-medium">
          {formatMoney(creditsPrice(benefits.creditsPerCall) / 100)} a delivered call
        </span>
        <span className="text-sm text-ink-3">About {formatNumber(monthlyAllowance(plan))} calls a month</span>
        <span className="mt-5 grid gap-2.5 border-t border-line pt-5">
          <Term label="Credits a month" value={formatNumber(benefits.assignedCredits)} />
          <Term label="A call" value={inCredits(benefits.creditsPerCall)} />
          <Term label="An extra call" value={inCredits(benefits.creditsPerExtraCall)} />
          <Term label="A message" value={inCredits(benefits.creditsPerMessage)} />
          <Term label="An extra message" value={inCredits(benefits.creditsPerExtraMessage)} />
        </span>
      </span>
    </RadioGroup.Item>
  );
}

function inCredits(price: number): string {
  return `${formatNumber(price)} credits`;
}

/** Marks the selected card without relying on colour. */
function ChosenSign() {
  return (
    <span
      aria-hidden
      className="grid size-5 place-items-center rounded-full border border-ink-3 text-on-accent group-data-[state=checked]:border-accent group-data-[state=checked]:bg-accent"
    >
      <Icon icon={Check} size={13} className="hidden group-data-[state=checked]:block" />
    </span>
  );
}

function Term({ label, value }: { label: string; value: string }) {
  return (
    <span className="flex justify-between gap-4">
      <span className="text-ink-2">{label}</span> <span className="font-medium">{value}</span>
    </span>
  );
}

export function PlanCardsSkeleton() {
  return (
    <SkeletonGroup className={GRID}>
      {['launch', 'scale', 'dominate'].map((plan) => (
        <div key={plan} className="rounded-panel border border-line bg-surface p-6.5">
          <Skeleton className="h-5 w-20" />
          <Skeleton className="mt-3 h-11 w-40" />
          <Skeleton className="mt-4 w-28" />
          <Skeleton className="mt-10" />
          {['call', 'extra call', 'message', 'extra message'].map((term) => (
            <Skeleton key={term} className="mt-4" />
          ))}
        </div>
      ))}
    </SkeletonGroup>
  );
}
