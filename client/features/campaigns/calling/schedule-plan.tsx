import { lazyOnDemand } from '#client/app/loading/lazy-with-preload.ts';
import { Suspense } from 'react';
import { Notice } from '#client/ui/display/notice.tsx';
import { Skeleton } from '#client/ui/display/states.tsx';
import type { WizardForm } from '../wizard/wizard-form.ts';
import { useCallingPlan } from './use-calling-plan.ts';
import type { ListCheck } from './use-list-check.ts';
import { WhoIsCalled } from './who-is-called.tsx';

const PlanCard = lazyOnDemand(() => import('#client/domain/calls/plan/plan-card.tsx'));

/** Whom the campaign calls and when, before it is paid for. */
export function SchedulePlan({ form, check }: { form: WizardForm; check: ListCheck }) {
  const query = useCallingPlan(form, check.result?.classes);
  return (
    <div className="flex flex-col gap-4">
      <WhoIsCalled check={check} />
      {query.skipsWaits && (
        <Notice tone="info" title="This system does not wait for calling hours">
          Its calls are placed at once and reach no telephone. The plan shows when a live system would place
          them.
        </Notice>
      )}
      {form.startDate !== null && query.classes.length > 0 && (
        <Suspense fallback={<Skeleton className="h-86 rounded-card" />}>
          <PlanCard query={query} />
        </Suspense>
      )}
    </div>
  );
}
