import { useState } from 'react';
import { useUser } from '#client/app/session/use-session.ts';
import { errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { NewPasswordField } from '#client/features/auth/new-password-field.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { PasswordInput } from '#client/ui/controls/inputs.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Changes the password of the user, who must know the current one. The server validates both. */
export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { email, display_name } = useUser();
  const { auth } = trpc.useUtils();
  const change = trpc.auth.changePassword.useMutation({
    onSuccess: async ({ message }) => {
      toast.success(message);
      onClose();
      await auth.devices.invalidate();
    },
  });
  const fields = change.isError ? (errorDetails(change.error).fields ?? {}) : {};
  const isUnnamed = change.isError && Object.keys(fields).length === 0;
  return (
    <FormDialog
      title="Change your password"
      submitLabel="Save Password"
      busyText="Saving..."
      busy={change.isPending}
      onSubmit={() => {
        change.mutate({ current_password: current, password: next });
      }}
      onClose={onClose}
    >
      {/* Tells password managers whose password changes. */}
      <input hidden readOnly autoComplete="username" value={email} />
      {isUnnamed && <Notice tone="failed">{errorText(change.error)}</Notice>}
      <Field label="Current password" error={fields['current_password']}>
        <PasswordInput
          autoComplete="current-password"
          required
          value={current}
          onChange={(event) => {
            setCurrent(event.target.value);
          }}
        />
      </Field>
      <NewPasswordField
        value={next}
        onChange={setNext}
        owner={{ email, displayName: display_name }}
        problem={fields['password']}
      />
    </FormDialog>
  );
}
