import { useState } from 'react';
import { errorCode, errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

interface CorrectEmailProps {
  onCorrected: (email: string) => void;
  /** Handles the error that the address was verified meanwhile. Returns whether it was that. */
  onVerified: (error: unknown) => boolean;
}

/** A mistyped address is corrected here: the link is mailed to the new one, and the old link no longer works. */
export function CorrectEmail({ onCorrected, onVerified }: CorrectEmailProps) {
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const correct = trpc.auth.correctEmail.useMutation({
    onSuccess: (result) => {
      toast.success(`Verification email sent to: ${result.email}`);
      onCorrected(result.email);
      setOpen(false);
      setEmail('');
    },
    onError: (error) => {
      if (!onVerified(error)) toast.error(problemOf(error));
    },
  });
  if (!open) {
    return (
      <Button
        variant="ghost"
        className="mt-2 w-full"
        onClick={() => {
          correct.reset();
          setOpen(true);
        }}
      >
        Wrong address? Correct it
      </Button>
    );
  }
  return (
    <form
      noValidate
      className="mt-6 flex flex-col gap-4 border-t border-line pt-6"
      onSubmit={(event) => {
        event.preventDefault();
        correct.mutate({ email });
      }}
    >
      <Field label="Correct email" error={correct.isError ? problemOf(correct.error) : undefined}>
        <TextInput
          type="email"
          autoComplete="email"
          autoFocus
          required
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
          }}
        />
      </Field>
      <Button type="submit" size="lg" busy={correct.isPending} busyText="Sending...">
        Send to this address
      </Button>
    </form>
  );
}

function problemOf(error: unknown): string {
  const invalid = errorCode(error) === 'INVALID_INPUT' ? errorDetails(error).fields?.['email'] : undefined;
  return invalid ?? errorText(error);
}
