import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { useUser } from '#client/app/session/use-session.ts';
import { trpc } from '#client/app/trpc.ts';
import { NewPasswordField } from '#client/domain/password/new-password-field.tsx';
import { MutationDialog, useZodForm } from '#client/kit/mutation-dialog.tsx';
import { saved } from '#client/kit/outcome.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { PasswordInput } from '#client/ui/controls/inputs.tsx';

/** The server validates both. */
const passwordForm = z.object({ current_password: z.string(), password: z.string() });

/** Changes the password of the user, who must know the current one. */
export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { email, display_name } = useUser();
  const { auth } = trpc.useUtils();
  const form = useZodForm(passwordForm, { current_password: '', password: '' });
  const change = trpc.auth.changePassword.useMutation(
    saved<{ message: string }>({
      done: ({ message }) => message,
      refresh: () => auth.devices.invalidate(),
      onClose,
    }),
  );
  return (
    <MutationDialog
      title="Change your password"
      submitLabel="Save Password"
      busyText="Saving..."
      form={form}
      mutation={change}
      inputOf={(values) => values}
      onClose={onClose}
    >
      {/* Tells password managers whose password changes. */}
      <input hidden readOnly autoComplete="username" value={email} />
      <Field label="Current password" error={form.errorOf('current_password')}>
        <PasswordInput autoComplete="current-password" required {...form.register('current_password')} />
      </Field>
      <Controller
        name="password"
        control={form.control}
        render={({ field }) => (
          <NewPasswordField
            value={field.value}
            onChange={field.onChange}
            owner={{ email, displayName: display_name }}
            problem={form.errorOf('password')}
          />
        )}
      />
    </MutationDialog>
  );
}
