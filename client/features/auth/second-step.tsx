import { useState } from 'react';
import { errorCode, errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { useSession } from '#client/app/session/use-session.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. `onCancel`: back to the password. */
export default function SecondStep({ onCancel }: { onCancel: () => void }) {
  const [code, setCode] = useState('');
  const [isRecovery, setIsRecovery] = useState(false);
  const { signedIn } = useSession();
  const complete = trpc.auth.completeSignIn.useMutation({
    onSuccess: ({ user_data }) => {
      signedIn(user_data);
    },
    onError: (error) => {
      if (errorCode(error) !== 'SIGN_IN_EXPIRED') return;
      toast.error(errorText(error));
      onCancel();
    },
  });
  const problem = complete.isError
    ? (errorDetails(complete.error).fields?.['code'] ?? errorText(complete.error))
    : undefined;
  return (
    <AuthLayout
      title="Enter your code"
      text={
        isRecovery
          ? 'Enter one of the recovery codes that you saved. Each works once.'
          : 'Open your authenticator app and enter the code for Hark.'
      }
    >
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!complete.isPending) complete.mutate({ code });
        }}
      >
        <Field key={String(isRecovery)} label={isRecovery ? 'Recovery code' : 'Code'} error={problem}>
          <TextInput
            autoFocus
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            onChange={(event) => {
              setCode(event.target.value);
            }}
          />
        </Field>
        <Button type="submit" size="lg" busy={complete.isPending} busyText="Checking...">
          Continue
        </Button>
      </form>
      <PasskeySignIn className="mt-3 w-full" />
      <Button
        variant="ghost"
        className="mt-2 w-full"
        onClick={() => {
          setIsRecovery(!isRecovery);
          setCode('');
          complete.reset();
        }}
      >
        {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
      </Button>
      <Button variant="ghost" className="w-full" onClick={onCancel}>
        Back to the password
      </Button>
    </AuthLayout>
  );
}
