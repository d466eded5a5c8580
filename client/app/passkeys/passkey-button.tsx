import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import type { PasskeyUse } from '#shared/schemas/account/passkeys.ts';
import { loadCode } from '#client/app/loading/load-code.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import type { RequestOptions } from './passkey-device.ts';
import { passkeyProblem } from './passkey-text.ts';

export interface PasskeyButtonProps<Result> {
  label: string;
  size?: 'md' | 'lg';
  className?: string;
  /** Requests a challenge from the server. */
  begin: () => Promise<RequestOptions>;
  /** Sends the signed challenge. */
  finish: (response: PasskeyUse) => Promise<Result>;
  onSuccess: (result: Result) => void;
}

/** A button that has the device sign a challenge with a passkey. A failure is shown as a toast. */
export function PasskeyButton<Result>({
  label,
  size = 'md',
  className,
  begin,
  finish,
  onSuccess,
}: PasskeyButtonProps<Result>) {
  const sign = useMutation({
    mutationFn: async () => {
      const { signWithPasskey } = await loadCode(() => import('./passkey-device.ts'));
      return finish(await signWithPasskey(await begin()));
    },
    onSuccess,
    onError: (error) => {
      toast.error(passkeyProblem(error));
    },
  });
  return (
    <Button
      variant="secondary"
      size={size}
      className={className}
      icon={Fingerprint}
      busy={sign.isPending}
      busyText="Waiting..."
      onClick={() => {
        sign.mutate();
      }}
    >
      {label}
    </Button>
  );
}
