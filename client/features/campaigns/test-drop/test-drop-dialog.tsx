import { useState } from 'react';
import { errorText, trpc } from '#client/app/trpc.ts';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { ConfirmCode, EnterPhone } from './confirm-phone.tsx';
import { SendTest } from './send-test.tsx';
import type { TestDropProps } from './test-drop-props.ts';

/** Confirms the user's phone by a spoken code, then leaves the message on it. */
export default function TestDropDialog({ onClose, ...test }: TestDropProps) {
  const overview = trpc.testDrops.overview.useQuery(undefined, { staleTime: 0 });
  const [isChanging, setIsChanging] = useState(false);
  if (overview.data === undefined)
    return (
      <Dialog open onOpenChange={onClose} title="Send a test to my phone">
        {overview.isError ? (
          <LoadError
            text={errorText(overview.error, 'Your test phone could not be loaded.')}
            busy={overview.isFetching}
            onRetry={() => void overview.refetch()}
          />
        ) : (
          <Skeleton />
        )}
      </Dialog>
    );
  const { phone, pending_phone: pending, left_today: left } = overview.data;
  const change = () => {
    setIsChanging(true);
  };
  const keep = () => {
    setIsChanging(false);
  };
  if (!isChanging && phone !== null)
    return <SendTest phone={phone} left={left} onChange={change} onClose={onClose} {...test} />;
  if (!isChanging && pending !== null)
    return <ConfirmCode phone={pending} onConfirmed={keep} onChange={change} onClose={onClose} />;
  return <EnterPhone voiceId={test.voiceId} onCalled={keep} onClose={onClose} />;
}
