import type { CallingHours } from '#shared/schemas/calling/calling.ts';
import { Field, useFieldGroup } from '#client/ui/controls/field.tsx';
import { SelectInput } from '#client/ui/controls/inputs.tsx';
import { DAYS, FROM_OPTIONS, hoursErrors, TO_OPTIONS } from '#client/domain/calls/calling-hours-text.ts';

interface CallingHoursProps {
  hours: CallingHours;
  onChange: (hours: CallingHours) => void;
}

/** The hours and days at which a campaign may call, in the called person's own time. */
export function CallingHoursFields({ hours, onChange }: CallingHoursProps) {
  const errors = hoursErrors(hours);
  return (
    <section aria-labelledby="hours-title">
      <h2 id="hours-title" className="text-md font-semibold">
        Calling hours
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-3">
        In each person’s own time. Whoever cannot be called at the start is called once their hours begin.
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Calls from">
          <SelectInput
            value={hours.from}
            options={FROM_OPTIONS}
            onChange={(event) => {
              onChange({ ...hours, from: event.target.value });
            }}
          />
        </Field>
        <Field label="Calls until" error={errors.to}>
          <SelectInput
            value={hours.to}
            options={TO_OPTIONS}
            onChange={(event) => {
              onChange({ ...hours, to: event.target.value });
            }}
          />
        </Field>
        <Field label="Days" error={errors.days} className="sm:col-span-2">
          <DayToggles
            days={hours.days}
            onChange={(days) => {
              onChange({ ...hours, days });
            }}
          />
        </Field>
      </div>
    </section>
  );
}

function DayToggles({
  days,
  onChange,
}: {
  days: readonly number[];
  onChange: (days: CallingHours['days']) => void;
}) {
  const group = useFieldGroup();
  const toggled = (toggledDay: number) =>
    DAYS.map(({ day }) => day).filter((day) => days.includes(day) !== (day === toggledDay));
  return (
    <div role="group" className="grid max-w-120 grid-cols-7 gap-1.5" {...group}>
      {DAYS.map(({ day, short, name }) => (
        <button
          key={day}
          type="button"
          aria-pressed={days.includes(day)}
          aria-label={name}
          onClick={() => {
            onChange(toggled(day));
          }}
          className="h-10 cursor-pointer rounded-control border border-line-strong bg-surface text-sm font-medium text-ink-2 transition-colors hover:border-ink-3/60 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent pointer-coarse:h-11"
        >
          {short}
        </button>
      ))}
    </div>
  );
}
