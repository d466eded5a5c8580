import { useState } from 'react';
import { emailSchema } from '#shared/schemas/account/auth.ts';
import { errorStatus, errorText, trpc } from '#client/app/trpc.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

const FAILED = 'Failed to send reset link.';

/** Asks for an email address and requests a password reset link for it. */
export default function PasswordResetDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [left, setLeft] = useState(false);
  const checked = emailSchema.safeParse(email);
  const reset = trpc.auth.requestPasswordReset.useMutation({
    onSuccess: (_result, sent) => {
      toast.success(`Password reset link sent to: ${sent.email}`);
      onClose();
    },
    onError: (error) => {
      toast.error(isRefused(error) ? FAILED : `${FAILED} Please try again.`);
    },
  });
  const invalid = left && email !== '' && !checked.success ? checked.error.issues[0]?.message : undefined;
  return (
    <FormDialog
      size="sm"
      title="Reset your password"
      description="We will email you a link to choose a new one."
      submitLabel="Confirm"
      busyText="Sending..."
      busy={reset.isPending}
      disabled={!checked.success}
      locked={false}
      onSubmit={() => {
        if (checked.success) reset.mutate({ email: checked.data });
      }}
      onClose={onClose}
    >
      <Field label="Email" error={reset.isError ? failureText(reset.error) : invalid}>
        <TextInput
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
          }}
          onBlur={() => {
            setLeft(true);
          }}
        />
      </Field>
    </FormDialog>
  );
}

/** Whether the server refused the request, so that another attempt now would fail as well. */
function isRefused(error: unknown): boolean {
  const status = errorStatus(error);
  return status !== undefined && status < 500;
}

function failureText(error: unknown): string {
  return isRefused(error) ? errorText(error) : `${FAILED} Try again.`;
}
