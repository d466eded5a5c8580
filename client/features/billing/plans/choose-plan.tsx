import { useState } from 'react';
import { useLocation } from 'wouter';
import { findPlan, type Plan } from '#shared/plans.ts';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { useUser } from '#client/app/session/use-session.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { LoadError } from '#client/ui/display/states.tsx';
import { ContactSales } from './contact-sales.tsx';
import { IncludedFeatures, PlanQuestions } from './plan-details.tsx';
import { PlanCards, PlanCardsSkeleton } from './plan-cards.tsx';
import { readStoredPlan, storeChosenPlan } from './stored-plan.ts';

/** Plan selection for users without a subscription. */
export function ChoosePlan() {
  return (
    <div className="mx-auto flex max-w-253 flex-col gap-16 py-6">
      <div>
        <header className="text-center">
          <h1 tabIndex={-1} className="text-3xl font-semibold">
            Choose Your Plan
          </h1>
          <p className="mt-2.5 text-ink-2">Leverage AI for Effective and Efficient Outreach</p>
        </header>
        <PlanChoice />
      </div>
      <IncludedFeatures />
      <PlanQuestions />
      <section aria-label="Sales" className="flex flex-col items-center gap-4 text-center">
        <p className="text-ink-2">Need more calls, or have a question before you start?</p>
        <ContactSales />
      </section>
    </div>
  );
}

function PlanChoice() {
  const { uid } = useUser();
  const [, navigate] = useLocation();
  const products = trpc.billing.products.useQuery();
  const plans = sellable(products.data?.products ?? []);
  // `null` once the selection is cleared: then none is preselected.
  const [choice, setChoice] = useState<string | null | undefined>(() => readStoredPlan(uid)?.planId);
  const chosen =
    plans.find(({ id }) => id === choice) ?? plans.find(({ mostPopular }) => mostPopular && choice !== null);

  const start = () => {
    if (chosen === undefined) return;
    storeChosenPlan(uid, chosen);
    navigate(paths.payments);
  };

  return (
    <>
      <div className="mt-11">
        {products.isPending ? (
          <PlanCardsSkeleton />
        ) : (
          <PlanCards
            plans={plans}
            value={chosen?.id ?? ''}
            onChoose={(id) => {
              setChoice(findPlan(id)?.id);
            }}
          />
        )}
        {products.isError && <LoadError onRetry={() => void products.refetch()} busy={products.isFetching} />}
      </div>
      <div className="mt-7.5 flex flex-col items-center gap-2.5">
        <Button size="lg" disabled={chosen === undefined || chosen.amount === 0} onClick={start}>
          Get Started
        </Button>
        <p className="text-center text-sm text-ink-3">
          Billed monthly. Unused credits roll over. Cancel at any time.
        </p>
        <Button
          variant="ghost"
          size="sm"
          disabled={chosen === undefined}
          className={products.isPending ? 'invisible' : undefined}
          onClick={() => {
            setChoice(null);
          }}
        >
          {chosen === undefined ? 'No plan selected' : 'Clear selection'}
        </Button>
      </div>
    </>
  );
}

/** Returns the active plans at the server's prices. */
function sellable(products: readonly { active: boolean; id: string; amount: number }[]): Plan[] {
  return products.flatMap(({ active, id, amount }) => {
    const plan = active ? findPlan(id) : undefined;
    return plan === undefined ? [] : [{ ...plan, amount }];
  });
}
