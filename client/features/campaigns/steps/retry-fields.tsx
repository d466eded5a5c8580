import type { AutomaticRetry } from '#shared/schemas/campaigns/automatic-retry.ts';
import { RETRY_DAYS, RETRY_TIMES } from '#client/domain/campaigns/schedule-text.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput } from '#client/ui/controls/inputs.tsx';

interface RetryFieldsProps {
  /** Null: the campaign calls nobody again by itself. */
  retry: AutomaticRetry | null;
  onChange: (retry: AutomaticRetry | null) => void;
}

/** How often a new campaign retries its failed calls, and when. */
export function RetryFields({ retry, onChange }: RetryFieldsProps) {
  const { after_days = 1 } = retry ?? {};
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label="Retry failed calls"
        hint="Each retry holds its credits when it starts, and calls nobody who asked not to be called."
      >
        <SelectInput
          value={String(retry?.times ?? 0)}
          options={RETRY_TIMES}
          onChange={({ target }) => {
            const times = Number(target.value);
            onChange(times === 0 ? null : { after_days, times });
          }}
        />
      </Field>
      {retry !== null && (
        <Field label="After the campaign has finished">
          <SelectInput
            value={String(after_days)}
            options={RETRY_DAYS}
            onChange={({ target }) => {
              onChange({ ...retry, after_days: Number(target.value) });
            }}
          />
        </Field>
      )}
    </div>
  );
}
