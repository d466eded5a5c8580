import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { suppressionAddInput } from '#shared/schemas/calling/suppressions.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { addedText } from './suppression-text.ts';
import { useRefreshSuppressions } from './use-suppressions.ts';

const numberForm = suppressionAddInput.pick({ phone: true });
type NumberForm = z.input<typeof numberForm>;

/** Adds one number to the do-not-call list. */
export default function AddNumberDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefreshSuppressions();
  const { register, handleSubmit, setError, formState } = useForm<
    NumberForm,
    unknown,
    z.output<typeof numberForm>
  >({ resolver: zodResolver(numberForm), defaultValues: { phone: '' } });
  const add = trpc.suppressions.add.useMutation({
    async onSuccess({ phone, added }) {
      (added ? toast.success : toast.info)(addedText(phone, added));
      onClose();
      await refresh();
    },
    onError(error) {
      setError('phone', { message: errorText(error, 'The number could not be added. Please try again.') });
    },
  });
  return (
    <FormDialog
      size="sm"
      title="Add a number"
      description="Your campaigns will skip it, including those already scheduled."
      submitLabel="Add Number"
      busyText="Adding..."
      busy={add.isPending}
      onClose={onClose}
      onSubmit={() =>
        handleSubmit((values) => {
          add.mutate(values);
        })()
      }
    >
      <Field
        label="Phone Number"
        hint="US or Canada, for example +1 (202) 555-0143"
        error={formState.errors.phone?.message}
      >
        <TextInput type="tel" autoComplete="off" {...register('phone')} />
      </Field>
    </FormDialog>
  );
}
