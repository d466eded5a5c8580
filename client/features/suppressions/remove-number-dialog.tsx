import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { formatPhone } from '#shared/formats.ts';
import {
  needsRemovalReason,
  suppressionRemoveInput,
  type SuppressionView,
} from '#shared/schemas/calling/suppressions.ts';
import { errorStatus, errorText, trpc } from '#client/app/trpc.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextArea } from '#client/ui/controls/inputs.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
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
  const { register, handleSubmit, setError, formState } = useForm<
    z.input<typeof suppressionRemoveInput>,
    unknown,
    z.output<typeof suppressionRemoveInput>
  >({
    resolver: zodResolver(suppressionRemoveInput),
    defaultValues: { phone: number.phone, reason: '' },
  });
  const remove = useRemoveNumber(phone, onClose);
  return (
    <FormDialog
      size="sm"
      title={`Remove ${phone}?`}
      description={removalText(number.source)}
      submitLabel="Remove"
      busyText="Removing..."
      danger
      busy={remove.isPending}
      onClose={onClose}
      onSubmit={() =>
        handleSubmit((values) => {
          if (isReasonRequired && values.reason === undefined)
            setError('reason', { message: 'Please say why this person may be called again' });
          else remove.mutate(values);
        })()
      }
    >
      <Field
        label={isReasonRequired ? 'Reason' : 'Reason (optional)'}
        hint="Kept as a record with your account, the date and the time."
        error={formState.errors.reason?.message}
      >
        <TextArea rows={3} {...register('reason')} />
      </Field>
    </FormDialog>
  );
}

function useRemoveNumber(phone: string, onClose: () => void) {
  const refresh = useRefreshSuppressions();
  return trpc.suppressions.remove.useMutation({
    async onSuccess() {
      toast.success(`${phone} can be called again.`);
      await refresh();
    },
    async onError(error) {
      const isGone = errorStatus(error) === 404;
      toast.error(
        isGone
          ? `${phone} was no longer on the list.`
          : errorText(error, 'The number could not be removed. Please try again.'),
      );
      if (isGone) await refresh();
    },
    onSettled: onClose,
  });
}
