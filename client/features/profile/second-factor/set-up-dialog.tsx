import { useEffect, useEffectEvent, useId, useState } from 'react';
import { errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

/** Turns two-step verification on with the first code of an authenticator app, then shows the recovery codes once. */
export default function SetUpDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [code, setCode] = useState('');
  const { auth } = trpc.useUtils();
  const begin = trpc.auth.beginSecondFactor.useMutation();
  const enable = trpc.auth.enableSecondFactor.useMutation({
    onSuccess: () => Promise.all([auth.secondFactor.invalidate(), auth.devices.invalidate()]),
  });
  const beginOnce = useEffectEvent(() => {
    if (begin.isIdle) begin.mutate();
  });
  useEffect(() => {
    beginOnce();
  }, []);
  if (enable.isSuccess) return <RecoveryCodesDialog codes={enable.data.recovery_codes} onClose={onClose} />;
  const problem = enable.isError
    ? (errorDetails(enable.error).fields?.['code'] ?? errorText(enable.error))
    : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={enable.isPending}
      title="Set up two-step verification"
      description="Scan this with an authenticator app, then enter the code that it shows."
      footer={
        <>
          <Button variant="secondary" disabled={enable.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={!begin.isSuccess}
            busy={enable.isPending}
            busyText="Checking..."
          >
            Turn On
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
          if (begin.isSuccess && !enable.isPending) enable.mutate({ code });
        }}
      >
        {begin.isError && (
          <LoadError
            className="min-h-60"
            text={errorText(begin.error, 'This could not be loaded.')}
            onRetry={() => {
              begin.mutate();
            }}
          />
        )}
        {!begin.isError && begin.data === undefined && <Skeleton className="h-60" />}
        {begin.data !== undefined && <NewSecret {...begin.data} />}
        <Field label="Code" hint="Six digits" error={problem}>
          <TextInput
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => {
              setCode(event.target.value);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}

/** The secret as a QR code, and spelled out in groups of four. */
function NewSecret({ uri, secret }: { uri: string; secret: string }) {
  return (
    <div className="grid min-h-60 justify-items-center gap-3">
      <QrCode text={uri} label="QR code for your authenticator app" />
      <p className="text-center text-sm text-ink-3">
        No camera? Enter this key:
        <code className="mt-1 block text-base break-words text-ink">
          {secret.replace(/.{4}(?=.)/g, '$& ')}
        </code>
      </p>
    </div>
  );
}
