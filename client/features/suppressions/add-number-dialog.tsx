import { suppressionAddInput } from '#shared/schemas/calling/suppressions.ts';
import { NOT_ADDED, useAddNumber } from '#client/domain/calls/do-not-call.tsx';
import { MutationDialog, useZodForm } from '#client/kit/mutation-dialog.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';

const numberForm = suppressionAddInput.pick({ phone: true });

/** Adds one number to the do-not-call list. */
export default function AddNumberDialog({ onClose }: { onClose: () => void }) {
  const form = useZodForm(numberForm, { phone: '' });
  const add = useAddNumber(onClose);
  return (
    <MutationDialog
      size="sm"
      title="Add a number"
      description="Your campaigns will skip it, including those already scheduled."
      submitLabel="Add Number"
      busyText="Adding..."
      form={form}
      mutation={add}
      inputOf={(values) => values}
      failed={NOT_ADDED}
      onClose={onClose}
    >
      <Field
        label="Phone Number"
        hint="US or Canada, for example +1 (202) 555-0143"
        error={form.errorOf('phone')}
      >
        <TextInput type="tel" autoComplete="off" {...form.register('phone')} />
      </Field>
    </MutationDialog>
  );
}
