import { formatPhone } from '#shared/formats.ts';
import {
  needsRemovalReason,
  suppressionRemoveInput,
  type SuppressionView,
} from '#shared/schemas/calling/suppressions.ts';
import { trpc } from '#client/app/trpc.ts';
import { MutationDialog, useZodForm } from '#client/kit/mutation-dialog.tsx';
import { saved } from '#client/kit/outcome.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextArea } from '#client/ui/controls/inputs.tsx';
import { useRefreshSuppressions } from './use-suppressions.ts';
import { removalText } from './suppression-text.ts';

interface RemoveNumberDialogProps {
  number: SuppressionView;
  onClose: () => void;
}

/** Asks why a number may be called again, and removes it from the do-not-call list. */
export default function RemoveNumberDialog({ number, onClose }: RemoveNumberDialogProps) {
  const phone = formatPhone(number.phone);
  const isReasonRequired = needsRemovalReason(number.source);
  const form = useZodForm(suppressionRemoveInput, { phone: number.phone, reason: '' });
  const refresh = useRefreshSuppressions();
  const remove = trpc.suppressions.remove.useMutation(
    saved({
      done: `${phone} can be called again.`,
      gone: `${phone} was no longer on the list.`,
      refresh,
      onClose,
    }),
  );
  return (
    <MutationDialog
      size="sm"
      title={`Remove ${phone}?`}
      description={removalText(number.source)}
      submitLabel="Remove"
      busyText="Removing..."
      danger
      form={form}
      mutation={remove}
      failed="The number could not be removed. Please try again."
      inputOf={(values) => {
        if (!isReasonRequired || values.reason !== undefined) return values;
        form.setError('reason', { message: 'Please say why this person may be called again' });
        return undefined;
      }}
      onClose={onClose}
    >
      <Field
        label={isReasonRequired ? 'Reason' : 'Reason (optional)'}
        hint="Kept as a record with your account, the date and the time."
        error={form.errorOf('reason')}
      >
        <TextArea rows={3} {...form.register('reason')} />
      </Field>
    </MutationDialog>
  );
}
