import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dropMoment } from '#shared/drop-schedule.ts';
import type { WindowCount } from '#shared/schemas/calling/calling-plan.ts';
import { trpc } from '#client/app/trpc.ts';
import type { WizardForm } from '../wizard/wizard-form.ts';
import { hoursErrors } from '#client/domain/calls/calling-hours-text.ts';
import type { PlanQuery } from '#client/domain/calls/plan/plan-query.ts';

const NOBODY: readonly WindowCount[] = [];

/** Asks when the contacts of a checked list can be called by the schedule. Idle without contacts or a start date. */
export function useCallingPlan(
  { startDate, endDate, campaignTime, callsPerMinute, callingHours }: WizardForm,
  classes: readonly WindowCount[] = NOBODY,
): PlanQuery & {
  /** The server places calls at once, whatever the plan says. */
  skipsWaits: boolean;
} {
  const { client } = trpc.useUtils();
  const input = {
    classes: [...classes],
    calling_hours: callingHours,
    ...(startDate !== null && { drop_date: dropMoment(startDate, campaignTime) }),
    ...(callsPerMinute !== null && { calls_per_minute: callsPerMinute }),
    ...(endDate !== null && { last_day: endDate }),
  };
  const isValid = Object.keys(hoursErrors(callingHours)).length === 0;
  const query = useQuery({
    queryKey: ['calling-plan', input],
    queryFn: ({ signal }) => client.campaigns.callingPlan.mutate(input, { signal }),
    enabled: classes.length > 0 && startDate !== null && isValid,
    placeholderData: keepPreviousData,
  });
  return {
    plan: query.data?.plan,
    classes,
    skipsWaits: query.data?.mode === 'skip-waits',
    failed: query.isError,
    busy: query.isFetching,
    retry: () => void query.refetch(),
  };
}
