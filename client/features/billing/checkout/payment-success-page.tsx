import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { z } from 'zod';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { useUser } from '#client/app/session/use-session.ts';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { Card, CardBody } from '#client/ui/display/card.tsx';
import { cx } from '#client/ui/cx.ts';
import { Icon, type IconType } from '#client/ui/icon.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { clearStoredPlan, readStoredPlan } from '#client/features/billing/plans/stored-plan.ts';
import { useRefreshBilling } from '#client/domain/payment/billing-cache.ts';

/** History state is untrusted input. */
const historyState = z.object({ orderNumber: z.string() });

/** Payment result page. */
export default function PaymentSuccessPage() {
  const { uid } = useUser();
  // Kept in state: the buttons clear the stored plan while the page is still visible.
  const [isStored] = useState(() => readStoredPlan(uid)?.paymentSuccess === true);
  // A paid order also stays in the history, for Back and for a reload once the stored plan is cleared.
  const orderNumber = historyState.safeParse(useHistoryState()).data?.orderNumber;
  const succeeded = isStored || orderNumber !== undefined;
  return (
    <Card className="mx-auto mt-[8vh] max-w-120">
      <CardBody className="flex flex-col items-center p-8 text-center">
        {succeeded ? <Success orderNumber={orderNumber} /> : <Failure />}
      </CardBody>
    </Card>
  );
}

function Success({ orderNumber }: { orderNumber: string | undefined }) {
  const { client } = trpc.useUtils();
  const leave = useLeave();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    leave();
    try {
      const { transactions } = await client.billing.subscriptionTransactions.query();
      const paid =
        transactions.find(({ invoice_number }) => invoice_number === orderNumber) ?? transactions[0];
      if (paid?.receipt_file_url == null) toast.error('The receipt is not ready yet. Please try again.');
      else window.location.assign(paid.receipt_file_url);
    } catch {
      toast.error('The receipt could not be loaded. Please try again.');
    }
    setBusy(false);
  };
  return (
    <Result
      icon={CircleCheck}
      tone="text-delivered"
      title="Payment Successful"
      text="Thanks for your purchase!"
    >
      <p className="mt-5 flex w-full justify-between gap-4 rounded-control bg-sunken px-3.5 py-3">
        <span className="text-ink-2">Order number</span>
        <span className="font-medium">{orderNumber ?? 'N/A'}</span>
      </p>
      <Actions>
        <Button variant="secondary" busy={busy} onClick={() => void download()}>
          Download Receipt
        </Button>
        <GoBackHome />
      </Actions>
      <p className="mt-5 text-ink-2">
        Next: <TextLink href={paths.myVoice}>record your voice</TextLink>, then{' '}
        <TextLink href={paths.campaign}>start a campaign</TextLink>.
      </p>
    </Result>
  );
}

function Failure() {
  return (
    <Result
      icon={CircleAlert}
      tone="text-failed"
      title="Payment Failed"
      text="Something went wrong. Please try again."
    >
      <Actions>
        <ButtonLink href={paths.payments}>Try Again</ButtonLink>
        <GoBackHome secondary />
      </Actions>
    </Result>
  );
}

function GoBackHome({ secondary = false }: { secondary?: boolean }) {
  const [, navigate] = useLocation();
  const leave = useLeave();
  return (
    <Button
      variant={secondary ? 'secondary' : 'primary'}
      onClick={() => {
        leave();
        navigate(paths.billing);
      }}
    >
      Go Back Home
    </Button>
  );
}

/** Clears the stored plan and refetches the subscription. */
function useLeave(): () => void {
  const refresh = useRefreshBilling();
  return () => {
    clearStoredPlan();
    refresh();
  };
}

interface ResultProps {
  icon: IconType;
  tone: string;
  title: string;
  text: string;
  children: React.ReactNode;
}

function Result({ icon, tone, title, text, children }: ResultProps) {
  return (
    <>
      <Icon icon={icon} size={44} className={cx(tone)} />
      <h1 tabIndex={-1} className="mt-4 text-2xl font-semibold">
        {title}
      </h1>
      <p className="mt-1.5 text-ink-2">{text}</p>
      {children}
    </>
  );
}

function Actions({ children }: { children: React.ReactNode }) {
  return <div className="mt-6 flex w-full flex-wrap justify-center gap-2.5">{children}</div>;
}
