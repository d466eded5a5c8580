import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '#shared/limits.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextArea, TextInput } from '#client/ui/controls/inputs.tsx';
import { StepHeading } from '#client/features/campaigns/wizard/wizard-frame.tsx';
import type { StepProps } from '../wizard/wizard-state.ts';

/** Step 1: name and description. */
export function NameStep({ state, dispatch }: StepProps) {
  const { name, description } = state.form;
  const isMissing = (text: string) => state.missingMarked > 0 && text.trim() === '';
  return (
    <>
      <StepHeading
        title="What kind of campaign are you running?"
        text="The name tells your campaigns apart; only you see the description."
      />
      <div className="flex flex-col gap-5">
        <Field label="Campaign Name" error={isMissing(name) ? 'A campaign name is required' : undefined}>
          <TextInput
            value={name}
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            required
            onChange={(event) => {
              dispatch({ type: 'edited', change: { name: event.target.value } });
            }}
          />
        </Field>
        <Field
          label="Campaign Description"
          error={isMissing(description) ? 'A description is required' : undefined}
        >
          <TextArea
            value={description}
            maxLength={MAX_DESCRIPTION_LENGTH}
            rows={4}
            required
            onChange={(event) => {
              dispatch({ type: 'edited', change: { description: event.target.value } });
            }}
          />
        </Field>
        <p role="alert" className="text-sm text-failed">
          {isMissing(name) || isMissing(description) ? 'Required: name, description' : ''}
        </p>
      </div>
    </>
  );
}
