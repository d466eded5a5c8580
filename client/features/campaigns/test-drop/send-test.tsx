import { useState } from 'react';
import { formatPhone } from '#shared/formats.ts';
import { contactFor } from '#shared/messages/message-template.ts';
import { MAX_TEST_DROPS_A_DAY, type TestDropView } from '#shared/schemas/campaigns/test-drops.ts';
import { newRequestKey } from '#client/app/request-key.ts';
import { useRefreshCredits } from '#client/app/live/use-refresh-credits.ts';
import { useOnChange } from '#client/app/use-on-change.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import type { TestDropProps } from './test-drop-props.ts';

const POLL_MS = 1_000;

interface SendTestProps extends TestDropProps {
  /** The confirmed phone. */
  phone: string;
  /** Test drops left today. */
  left: number;
  onChange: () => void;
}

/** Sends the message to the confirmed phone and shows what became of it. */
export function SendTest({ phone, left, onChange, onClose, ...test }: SendTestProps) {
  const [sent, setSent] = useState<string>();
  // Kept until there is a response: a test that is sent again after a lost one is charged once.
  const [requestKey, setRequestKey] = useState(newRequestKey);
  const utils = trpc.useUtils();
  const refreshCredits = useRefreshCredits();
  const send = trpc.testDrops.create.useMutation({
    trpc: { context: { requestKey } },
    async onSuccess({ test_drop: drop }) {
      setSent(drop.id);
      setRequestKey(newRequestKey());
      await Promise.all([utils.testDrops.overview.invalidate(), refreshCredits()]);
    },
  });
  const drop = trpc.testDrops.get.useQuery(
    { id: sent ?? '' },
    {
      enabled: sent !== undefined,
      refetchInterval: ({ state }) =>
        state.data === undefined || state.data.test_drop.status === 'calling' ? POLL_MS : false,
    },
  );
  const current = drop.data?.test_drop;
  // Its credits are released if it failed.
  useOnChange(sent && `${sent} ${current?.status ?? 'calling'}`, () => void refreshCredits());
  const isCalling = send.isPending || (sent !== undefined && (current?.status ?? 'calling') === 'calling');
  const { voiceId, message, messageOverrides, contact, refusals } = test;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Send a test to my phone"
      description={`The message is left on ${formatPhone(phone)} in the chosen voice, as ${contact?.first_name ?? 'the first contact'} hears it. It is charged as one call.`}
      footer={
        <>
          <Button variant="secondary" onClick={onChange}>
            Change number
          </Button>
          <Button
            busy={isCalling}
            busyText="Calling..."
            disabled={left === 0 || contact === null || refusals.length > 0}
            onClick={() => {
              send.mutate({
                voice_id: voiceId,
                message,
                message_overrides: [...messageOverrides],
                ...(contact !== null && { contact: contactFor(message, contact) }),
              });
            }}
          >
            {current === undefined ? 'Send Test' : 'Send Again'}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="text-sm text-ink-3">
          {left} of {MAX_TEST_DROPS_A_DAY} tests left today
        </p>
        {refusals.length > 0 && (
          <Notice tone="failed" title="Change the message first">
            {refusals.join(' ')}
          </Notice>
        )}
        {send.isError && (
          <Notice tone="failed">
            {errorText(send.error, 'The test could not be sent. Please try again.')}
          </Notice>
        )}
        {sent !== undefined && !send.isPending && <Result drop={current} />}
      </div>
    </Dialog>
  );
}

function Result({ drop }: { drop: TestDropView | undefined }) {
  if (drop === undefined || drop.status === 'calling')
    return <Notice tone="info">Your phone is being called…</Notice>;
  if (drop.status === 'delivered')
    return <Notice tone="delivered">The test was delivered to your voicemail.</Notice>;
  return <Notice tone="failed">The test failed: {drop.reason ?? 'unknown reason'}.</Notice>;
}
