import { z } from 'zod';
import { companyNameSchema } from '#shared/schemas/account/auth.ts';
import { useUser } from '#client/app/session/use-session.ts';
import { trpc } from '#client/app/trpc.ts';
import { MutationDialog, useZodForm } from '#client/kit/mutation-dialog.tsx';
import { saved } from '#client/kit/outcome.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';

const nameForm = z.object({ company_name: companyNameSchema });

/** Changes the name of the business; '' if there is none. */
export default function BusinessNameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { uid } = useUser();
  const { auth, calling } = trpc.useUtils();
  const form = useZodForm(nameForm, { company_name: name });
  const change = trpc.auth.updateProfile.useMutation(
    saved({
      done: 'Business name saved',
      refresh: () => Promise.all([calling.profile.invalidate(), auth.userInfo.invalidate()]),
      onClose,
    }),
  );
  return (
    <MutationDialog
      title="Change the business name"
      submitLabel="Save Name"
      busyText="Saving..."
      form={form}
      mutation={change}
      inputOf={(profile) => ({ id: uid, profile })}
      failed="The name could not be saved. Please try again."
      onClose={onClose}
    >
      <Field label="Business name" error={form.errorOf('company_name')}>
        <TextInput autoComplete="organization" {...form.register('company_name')} />
      </Field>
    </MutationDialog>
  );
}
