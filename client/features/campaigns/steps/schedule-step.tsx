import { contactCount } from '#client/features/campaigns/contact-file/upload-summary.ts';
import { Suspense } from 'react';
import { formatDayRange, utcDay } from '#shared/drop-schedule.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { CallingHoursFields } from '#client/features/campaigns/calling/calling-hours-fields.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput } from '#client/ui/controls/inputs.tsx';
import { Skeleton } from '#client/ui/display/states.tsx';
import type { ListCheck } from '#client/features/campaigns/calling/use-list-check.ts';
import { RetryFields } from './retry-fields.tsx';
import { SchedulePlan } from '#client/features/campaigns/calling/schedule-plan.tsx';
import { StepHeading } from '#client/features/campaigns/wizard/wizard-frame.tsx';
import { lastDayText, localTime } from '#client/domain/campaigns/schedule-text.ts';
import { paceHint, paceOf, PACE_OPTIONS, paceValue, startText, timeOptions } from './schedule-text.ts';
import { useMinute } from './use-minute.ts';
import type { StepProps } from '../wizard/wizard-state.ts';

const RangePicker = lazyWithPreload(() => import('./range-picker.tsx'));

/** Step 5: the dates, the time and the pace. */
export function ScheduleStep({ state, dispatch, check }: StepProps & { check: ListCheck }) {
  const { form, upload } = state;
  const { startDate, endDate, campaignTime, callsPerMinute } = form;
  const now = useMinute();
  const chosen = startDate === null ? 'No date selected yet' : formatDayRange(startDate, endDate);
  return (
    <>
      <StepHeading
        title="Schedule and Launch"
        text="Days and times are in UTC, with your local time beside them."
      />
      <div className="flex flex-col gap-6">
        <section aria-labelledby="dates-title">
          <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 id="dates-title" className="text-sm font-medium">
              Campaign Dates
            </h2>
            <p role="status" className="text-sm text-ink-2">
              {chosen}
            </p>
          </div>
          <Suspense fallback={<Skeleton className="h-86 rounded-card" />}>
            <RangePicker
              start={startDate}
              end={endDate}
              today={now}
              onChange={(start, end) => {
                dispatch({ type: 'edited', change: { startDate: start, endDate: end } });
              }}
            />
          </Suspense>
          <p className="mt-2 text-sm text-ink-3">
            {endDate === null
              ? 'Calls begin on the start date. An end date is the last day of calling.'
              : lastDayText(endDate)}
          </p>
        </section>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Campaign Time"
            hint={startDate === null ? undefined : (localTime(startDate, campaignTime, now) ?? undefined)}
          >
            <SelectInput
              value={campaignTime}
              options={timeOptions(startDate ?? utcDay(now))}
              onChange={(event) => {
                dispatch({ type: 'edited', change: { campaignTime: event.target.value } });
              }}
            />
          </Field>
          <Field label="Frequency" hint={paceHint(callsPerMinute, contactCount(upload), form.retry)}>
            <SelectInput
              value={paceValue(callsPerMinute)}
              options={PACE_OPTIONS}
              onChange={(event) => {
                dispatch({ type: 'edited', change: { callsPerMinute: paceOf(event.target.value) } });
              }}
            />
          </Field>
        </div>
        <CallingHoursFields
          hours={form.callingHours}
          onChange={(callingHours) => {
            dispatch({ type: 'edited', change: { callingHours } });
          }}
        />
        <RetryFields
          retry={form.retry}
          onChange={(retry) => {
            dispatch({ type: 'edited', change: { retry } });
          }}
        />
        {upload.status !== 'kept' && <SchedulePlan form={form} check={check} />}
        {startDate !== null && (
          <p
            role="status"
            className="rounded-card border border-line bg-surface px-5 py-4 text-md font-medium"
          >
            {startText(startDate, campaignTime, now)}
          </p>
        )}
      </div>
    </>
  );
}
