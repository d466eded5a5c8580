import { useId, useState } from 'react';
import { useUser } from '#client/app/session/use-session.ts';
import { errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Requests a change of the email address; the link in the mail to the new one makes it. */
export default function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [email, setEmail] = useState('');
  const { email: current } = useUser();
  const request = trpc.auth.requestEmailChange.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
  });
  const problem = request.isError ? errorDetails(request.error).fields?.['email'] : undefined;
  const isOther = request.isError && problem === undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={request.isPending}
      title="Change your email"
      description={`We send a link to the new address, and a notice to ${current}.`}
      footer={
        <>
          <Button variant="secondary" disabled={request.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={request.isPending} busyText="Sending...">
            Send Link
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!request.isPending) request.mutate({ email });
        }}
      >
        {isOther && <Notice tone="failed">{errorText(request.error)}</Notice>}
        <Field label="New email" error={problem}>
          <TextInput
            type="email"
            autoComplete="email"
            required
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
