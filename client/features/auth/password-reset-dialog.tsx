import { useState, type SubmitEvent } from 'react';
import { emailSchema } from '#shared/schemas/auth.ts';
import { errorStatus, errorText, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

const FORM_ID = 'password-reset';

const FAILED = 'Failed to send reset link.';

interface PasswordResetDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for an email address and requests a password reset link for it. */
export default function PasswordResetDialog({ open, onOpenChange }: PasswordResetDialogProps) {
  const [email, setEmail] = useState('');
  const [left, setLeft] = useState(false);
  const checked = emailSchema.safeParse(email);
  const reset = trpc.auth.requestPasswordReset.useMutation({
    onSuccess: (_result, sent) => {
      toast.success(`Password reset link sent to: ${sent.email}`);
      changeOpen(false);
    },
    onError: (error) => {
      toast.error(isRefused(error) ? FAILED : `${FAILED} Please try again.`);
    },
  });
  const changeOpen = (next: boolean) => {
    if (!next) {
      setEmail('');
      setLeft(false);
      reset.reset();
    }
    onOpenChange(next);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (checked.success && !reset.isPending) reset.mutate({ email: checked.data });
  };
  const invalid = left && email !== '' && !checked.success ? checked.error.issues[0]?.message : undefined;
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      size="sm"
      title="Reset your password"
      description="We will email you a link to choose a new one."
      footer={
        <>
          <Button
            variant="secondary"
            onClick={() => {
              changeOpen(false);
            }}
          >
            Cancel
          </Button>
          <Button
            type="submit"
            form={FORM_ID}
            disabled={!checked.success}
            busy={reset.isPending}
            busyText="Sending..."
          >
            Confirm
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit}>
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
      </form>
    </Dialog>
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
