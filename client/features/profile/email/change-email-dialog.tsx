import { z } from 'zod';
import { emailSchema } from '#shared/schemas/account/auth.ts';
import { useUser } from '#client/app/session/use-session.ts';
import { trpc } from '#client/app/trpc.ts';
import { MutationDialog, useZodForm } from '#client/kit/mutation-dialog.tsx';
import { saved } from '#client/kit/outcome.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';

const emailForm = z.object({ email: emailSchema });

/** Requests a change of the email address; the link in the mail to the new one makes it. */
export default function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const { email: current } = useUser();
  const form = useZodForm(emailForm, { email: '' });
  const request = trpc.auth.requestEmailChange.useMutation(
    saved<{ message: string }>({ done: ({ message }) => message, onClose }),
  );
  return (
    <MutationDialog
      title="Change your email"
      description={`We send a link to the new address, and a notice to ${current}.`}
      submitLabel="Send Link"
      busyText="Sending..."
      form={form}
      mutation={request}
      inputOf={(values) => values}
      onClose={onClose}
    >
      <Field label="New email" error={form.errorOf('email')}>
        <TextInput type="email" autoComplete="email" required {...form.register('email')} />
      </Field>
    </MutationDialog>
  );
}
