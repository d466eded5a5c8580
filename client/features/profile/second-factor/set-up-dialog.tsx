import { useEffect, useEffectEvent, useState } from 'react';
import { errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

/** Turns two-step verification on with the first code of an authenticator app, then shows the recovery codes once. */
export default function SetUpDialog({ onClose }: { onClose: () => void }) {
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
    <FormDialog
      title="Set up two-step verification"
      description="Scan this with an authenticator app, then enter the code that it shows."
      submitLabel="Turn On"
      busyText="Checking..."
      busy={enable.isPending}
      disabled={!begin.isSuccess}
      onSubmit={() => {
        enable.mutate({ code });
      }}
      onClose={onClose}
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
    </FormDialog>
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
