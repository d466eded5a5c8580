import { CircleCheck } from 'lucide-react';
import { paths } from '#client/app/routing/paths.ts';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { cx } from '#client/ui/cx.ts';
import { DIALOG_OVERLAY, DIALOG_PANEL, DIALOG_PLACE } from '#client/ui/overlays/dialog-parts.ts';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Spinner } from '#client/ui/display/progress.tsx';
import { clearStoredPlan } from '#client/features/billing/plans/stored-plan.ts';
import type { PaymentPhase } from './use-payment.ts';

interface PaymentModalsProps {
  phase: PaymentPhase;
  onDismiss: () => void;
  onTryAgain: () => void;
}

/** Progress and result of a payment. */
export function PaymentModals({ phase, onDismiss, onTryAgain }: PaymentModalsProps) {
  switch (phase.kind) {
    case 'idle':
      return null;
    case 'processing':
      // The bank's window may open above it, with a veil of its own.
      return <Processing isVeiled={false} />;
    case 'failed':
      return (
        <Dialog
          open
          onOpenChange={onDismiss}
          title="Payment Failed"
          description={phase.text}
          footer={<Button onClick={onTryAgain}>Try Again</Button>}
        />
      );
    case 'succeeded':
      return <Succeeded orderNumber={phase.orderNumber} />;
  }
}

/** Overlay that does not take the focus: a modal dialog would make the bank's 3-D Secure window inert. */
export function Processing({ isVeiled = true }: { isVeiled?: boolean }) {
  return (
    <div className={isVeiled ? DIALOG_OVERLAY : DIALOG_PLACE}>
      <div
        role="status"
        className={cx(DIALOG_PANEL, 'flex items-center gap-3.5 p-6 text-lg font-semibold sm:max-w-100')}
      >
        <Spinner size={20} className="text-accent" />
        Processing your payment...
      </div>
    </div>
  );
}

function Succeeded({ orderNumber }: { orderNumber: string }) {
  return (
    <Dialog
      open
      locked
      onOpenChange={() => undefined}
      size="sm"
      title={
        <span className="flex items-center gap-2.5">
          <Icon icon={CircleCheck} size={22} className="text-delivered" />
          Payment Successful!
        </span>
      }
      description="Your plan is active and its credits are in your account."
      footer={
        <ButtonLink href={paths.billing} onClick={clearStoredPlan}>
          Back to Billing
        </ButtonLink>
      }
    >
      <p className="flex justify-between gap-4 rounded-control bg-sunken px-3.5 py-3">
        <span className="text-ink-2">Order number</span>
        <span className="font-medium">{orderNumber}</span>
      </p>
    </Dialog>
  );
}
